//! The requests of the editor that are answered at once: each by the module of its feature.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsp_server::ErrorCode;
use lsp_types::{
    CodeActionRequest, CodeActionResponse, CodeLens, CodeLensRequest, CompletionRequest, DefinitionRequest,
    DocumentFormattingRequest, DocumentHighlightRequest, DocumentSymbolRequest, HoverParams,
    LspRequestMethod, Position, PrepareRenameRequest, ReferencesRequest, RenameRequest, Request,
    SemanticTokensRangeRequest, SemanticTokensRequest, SignatureHelpRequest, TextDocumentPositionParams, Uri,
    WorkspaceSymbolRequest,
};
use serde::de::DeserializeOwned;
use serde::Serialize;
use serde_json::Value;

use crate::capabilities::Client;
use crate::checker::{digest, BackgroundChecker};
use crate::diagnostics::Found;
use crate::last_runs::LastRuns;
use crate::options::EditorOptions;
use crate::program::Programs;
use crate::run::{RunFindings, StatementTime};
use crate::workspace::{Document, Workspace};
use crate::{
    actions, completion, formatting, hover, lens, names, navigation, outline, rename, signature, symbols,
    tokens, why,
};

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
    /// What the last runs have found.
    pub last_runs: &'a LastRuns,
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
                let fixes = actions::actions(&document, (self.found)(&document.name), &given.range);
                // An editor that asks for one kind of action, as when a file is saved, has no use for others.
                let question = match given.context.only {
                    None => self.question(&document, given.range.start),
                    Some(_) => None,
                };
                Ok(Some(fixes.into_iter().chain(question).collect()))
            }),
            LspRequestMethod::TextDocumentFormatting => {
                by::<DocumentFormattingRequest>(parameters, |given| {
                    let document = self.document(&given.text_document.uri)?;
                    formatting::formatting(&document).map(Some).map_err(RequestRefusal::failed)
                })
            }
            LspRequestMethod::TextDocumentCodeLens => by::<CodeLensRequest>(parameters, |given| {
                Ok(Some(self.lenses(&*self.document(&given.text_document.uri)?)))
            }),
            LspRequestMethod::WorkspaceSymbol => by::<WorkspaceSymbolRequest>(parameters, |given| {
                Ok(Some(symbols::symbols(self.workspace, &given.query).into()))
            }),
            LspRequestMethod::TextDocumentSemanticTokensFull => {
                by::<SemanticTokensRequest>(parameters, |given| {
                    Ok(Some(tokens::tokens(&*self.document(&given.text_document.uri)?, None)))
                })
            }
            LspRequestMethod::TextDocumentSemanticTokensRange => {
                by::<SemanticTokensRangeRequest>(parameters, |given| {
                    let document = self.document(&given.text_document.uri)?;
                    Ok(Some(tokens::tokens(&document, Some(&given.range))))
                })
            }
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
            LspRequestMethod::TextDocumentSignatureHelp => by::<SignatureHelpRequest>(parameters, |given| {
                let (document, position) = self.place(&given.text_document_position_params)?;
                Ok(signature::signature(&self.programs(), &document, position))
            }),
            _ => Err(RequestRefusal {
                code: ErrorCode::MethodNotFound,
                message: format!("this server does not know `{method}`"),
            }),
        }
    }

    /// Returns what the last run of a program has found, if its texts are still the same.
    fn known(&self, programs: &Programs<'_>, root: &Path) -> Option<&RunFindings> {
        self.last_runs.of(root, || digest(&programs.texts(root)))
    }

    fn lenses(&self, document: &Document) -> Vec<CodeLens> {
        let programs = self.programs();
        let roots = runnable(&programs, document);
        let costs = roots.iter().filter_map(|root| self.known(&programs, root)?.costs.as_ref());
        let mut costs: Vec<&StatementTime> = costs.flatten().collect();
        costs.dedup();
        lens::lenses(document, self.known(&programs, &document.name), costs.into_iter())
    }

    /// Returns the question about the atom at a position, if a program with it was run and has an answer set.
    fn question(&self, document: &Document, position: Position) -> Option<CodeActionResponse> {
        let programs = self.programs();
        let roots = runnable(&programs, document);
        let has_one = |root: &&PathBuf| {
            self.known(&programs, root).is_some_and(|known| known.has_answer_set == Some(true))
        };
        let root = roots.iter().find(has_one)?;
        why::action(document, document.offset(position), &*self.workspace.document(root)?)
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

    fn place(&self, given: &TextDocumentPositionParams) -> Result<(Arc<Document>, Position), RequestRefusal> {
        Ok((self.document(&given.text_document.uri)?, given.position))
    }
}

/// Returns the programs that a document belongs to, and itself as one.
fn runnable(programs: &Programs<'_>, document: &Document) -> Vec<PathBuf> {
    let mut roots = programs.roots(&document.name);
    roots.push(document.name.clone());
    roots.sort_unstable();
    roots.dedup();
    roots
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
