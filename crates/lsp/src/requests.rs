//! The requests of the editor that are answered at once: each by the module of its feature.

use std::path::Path;
use std::sync::Arc;

use lsp_server::ErrorCode;
use lsp_types::{
    CodeActionRequest, CodeLensRequest, CompletionRequest, DefinitionRequest, DocumentFormattingRequest,
    DocumentHighlightRequest, DocumentSymbolRequest, HoverParams, LspRequestMethod, PrepareRenameRequest,
    ReferencesRequest, RenameRequest, Request, TextDocumentPositionParams, Uri, WorkspaceSymbolRequest,
};
use serde::de::DeserializeOwned;
use serde::Serialize;
use serde_json::Value;

use crate::capabilities::Client;
use crate::checker::BackgroundChecker;
use crate::diagnostics::Found;
use crate::options::EditorOptions;
use crate::program::Programs;
use crate::workspace::{Document, Workspace};
use crate::{actions, completion, formatting, hover, lens, names, navigation, outline, rename, symbols};

/// The reason why a request has no answer.
#[derive(Debug)]
pub struct RequestRefusal {
    /// The protocol's number of the kind.
    pub code: ErrorCode,
    /// The message for the user.
    pub message: String,
}

impl RequestRefusal {
    /// A request with parameters that it cannot have.
    pub fn parameters(message: impl Into<String>) -> Self {
        RequestRefusal { code: ErrorCode::InvalidParams, message: message.into() }
    }

    /// A request that is understood, but cannot be answered.
    pub fn failed(message: impl Into<String>) -> Self {
        RequestRefusal { code: ErrorCode::RequestFailed, message: message.into() }
    }
}

/// The data that requests are answered from.
pub struct RequestContext<'a> {
    /// The texts.
    pub workspace: &'a Workspace,
    /// The last checks.
    pub checker: &'a BackgroundChecker,
    /// The options.
    pub options: &'a EditorOptions,
    /// The abilities of the editor.
    pub client: Client,
    /// Returns the diagnostics that the editor shows of a document.
    pub found: &'a dyn Fn(&Path) -> &'a [Found],
}

impl RequestContext<'_> {
    fn programs(&self) -> Programs<'_> {
        Programs::of(self.workspace, self.options.files())
    }

    /// Returns the document with a URI.
    ///
    /// # Errors
    ///
    /// If it is not open, and there is no such file.
    pub fn document(&self, uri: &Uri) -> Result<Arc<Document>, RequestRefusal> {
        let unknown =
            || RequestRefusal::parameters(format!("`{uri}` is not open, and there is no such file"));
        self.workspace.document(&names::name(uri)).ok_or_else(unknown)
    }

    /// Answers a request.
    ///
    /// # Errors
    ///
    /// If there is no such request, or its parameters are wrong.
    pub fn answer(&self, method: &str, parameters: Value) -> Result<Value, RequestRefusal> {
        match LspRequestMethod::from(method) {
            LspRequestMethod::TextDocumentDocumentSymbol => {
                by::<DocumentSymbolRequest>(parameters, |given| {
                    Ok(Some(outline::outline(&*self.document(&given.text_document.uri)?).into()))
                })
            }
            LspRequestMethod::TextDocumentCodeAction => by::<CodeActionRequest>(parameters, |given| {
                let document = self.document(&given.text_document.uri)?;
                Ok(Some(actions::actions(&document, (self.found)(&document.name), &given.range)))
            }),
            LspRequestMethod::TextDocumentFormatting => {
                by::<DocumentFormattingRequest>(parameters, |given| {
                    let document = self.document(&given.text_document.uri)?;
                    formatting::formatting(&document).map(Some).map_err(RequestRefusal::failed)
                })
            }
            LspRequestMethod::TextDocumentCodeLens => by::<CodeLensRequest>(parameters, |given| {
                Ok(Some(lens::lenses(&*self.document(&given.text_document.uri)?)))
            }),
            LspRequestMethod::WorkspaceSymbol => by::<WorkspaceSymbolRequest>(parameters, |given| {
                Ok(Some(symbols::symbols(self.workspace, &given.query).into()))
            }),
            at_place => self.answer_at_place(at_place, parameters),
        }
    }

    /// Answers a request about a place in a document.
    fn answer_at_place(
        &self,
        method: LspRequestMethod<'_>,
        parameters: Value,
    ) -> Result<Value, RequestRefusal> {
        match method {
            LspRequestMethod::TextDocumentDefinition => by::<DefinitionRequest>(parameters, |given| {
                let (document, position) = self.place(&given.text_document_position_params)?;
                let found = navigation::definition(self.workspace, &self.programs(), &document, position);
                Ok(Some(lsp_types::Definition::from(found).into()))
            }),
            LspRequestMethod::TextDocumentReferences => by::<ReferencesRequest>(parameters, |given| {
                let (document, position) = self.place(&given.text_document_position_params)?;
                let with_definitions = given.context.include_declaration;
                Ok(Some(navigation::references(&self.programs(), &document, position, with_definitions)))
            }),
            LspRequestMethod::TextDocumentDocumentHighlight => {
                by::<DocumentHighlightRequest>(parameters, |given| {
                    let (document, position) = self.place(&given.text_document_position_params)?;
                    Ok(Some(navigation::highlights(&document, position)))
                })
            }
            LspRequestMethod::TextDocumentPrepareRename => by::<PrepareRenameRequest>(parameters, |given| {
                let (document, position) = self.place(&given.text_document_position_params)?;
                rename::prepare(&document, position).map_err(RequestRefusal::failed)
            }),
            LspRequestMethod::TextDocumentRename => by::<RenameRequest>(parameters, |given| {
                let (document, position) = self.place(&given.text_document_position_params)?;
                rename::rename(&self.programs(), &document, position, &given.new_name)
                    .map_err(RequestRefusal::failed)
            }),
            LspRequestMethod::TextDocumentCompletion => by::<CompletionRequest>(parameters, |given| {
                let (document, position) = self.place(&given.text_document_position_params)?;
                let snippets = self.client.snippets;
                Ok(Some(completion::completion(&self.programs(), &document, position, snippets).into()))
            }),
            _ => Err(RequestRefusal {
                code: ErrorCode::MethodNotFound,
                message: format!("this server does not know `{method}`"),
            }),
        }
    }

    /// Answers a hover, by the last checks.
    ///
    /// # Errors
    ///
    /// If the document is unknown.
    pub fn hover(&self, given: &HoverParams) -> Result<Value, RequestRefusal> {
        let (document, position) = self.place(&given.text_document_position_params)?;
        let hover = hover::hover(&self.programs(), &document, position, |root| self.checker.extensions(root));
        json(hover)
    }

    fn place(
        &self,
        given: &TextDocumentPositionParams,
    ) -> Result<(Arc<Document>, lsp_types::Position), RequestRefusal> {
        Ok((self.document(&given.text_document.uri)?, given.position))
    }
}

/// Reads the parameters of a request and writes its result.
fn by<R: Request>(
    parameters: Value,
    answer: impl FnOnce(R::Params) -> Result<R::Result, RequestRefusal>,
) -> Result<Value, RequestRefusal> {
    json(answer(read(parameters)?)?)
}

/// Reads parameters.
///
/// # Errors
///
/// If they are not what the protocol says.
pub fn read<T: DeserializeOwned>(parameters: Value) -> Result<T, RequestRefusal> {
    serde_json::from_value(parameters).map_err(|error| RequestRefusal::parameters(error.to_string()))
}

/// Writes a result.
///
/// # Errors
///
/// If it is not one of JSON.
pub fn json(result: impl Serialize) -> Result<Value, RequestRefusal> {
    serde_json::to_value(result)
        .map_err(|error| RequestRefusal { code: ErrorCode::InternalError, message: error.to_string() })
}
