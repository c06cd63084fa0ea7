//! The capabilities of the server and of the editor.

use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeLensOptions, CompletionOptions, ExecuteCommandOptions,
    InitializeParams, InitializeResult, RenameOptions, ServerCapabilities, ServerInfo, SignatureHelpOptions,
    TextDocumentSyncKind, TextDocumentSyncOptions,
};

use crate::run::RunAction;
use crate::tokens;

/// Returns the server's answer to `initialize`.
pub fn offered() -> InitializeResult {
    let sync = TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::Incremental),
        save: Some(true.into()),
        ..TextDocumentSyncOptions::default()
    };
    let capabilities = ServerCapabilities {
        text_document_sync: Some(sync.into()),
        hover_provider: Some(true.into()),
        definition_provider: Some(true.into()),
        references_provider: Some(true.into()),
        document_highlight_provider: Some(true.into()),
        workspace_symbol_provider: Some(true.into()),
        document_symbol_provider: Some(true.into()),
        document_formatting_provider: Some(true.into()),
        rename_provider: Some(
            RenameOptions { prepare_provider: Some(true), ..RenameOptions::default() }.into(),
        ),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(vec!["#".to_owned()]),
            ..CompletionOptions::default()
        }),
        code_action_provider: Some(
            CodeActionOptions {
                code_action_kinds: Some(vec![CodeActionKind::QuickFix]),
                ..CodeActionOptions::default()
            }
            .into(),
        ),
        signature_help_provider: Some(SignatureHelpOptions {
            trigger_characters: Some(vec!["(".to_owned(), ",".to_owned(), "{".to_owned()]),
            ..SignatureHelpOptions::default()
        }),
        semantic_tokens_provider: Some(tokens::provider()),
        code_lens_provider: Some(CodeLensOptions::default()),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: RunAction::COMMANDS.iter().map(|command| (*command).to_owned()).collect(),
            ..ExecuteCommandOptions::default()
        }),
        ..ServerCapabilities::default()
    };
    let version = Some(env!("CARGO_PKG_VERSION").to_owned());
    InitializeResult {
        capabilities,
        server_info: Some(ServerInfo { name: "groundplan".to_owned(), version }),
    }
}

/// The capabilities of the editor.
#[derive(Clone, Copy, Debug)]
pub struct Client {
    /// Completions may have places to fill in.
    pub snippets: bool,
    /// It shows progress, and lets the user cancel it.
    pub progress: bool,
    /// It draws code lenses anew on request.
    pub refreshes_lenses: bool,
}

impl Client {
    /// Reads it from the parameters of `initialize`.
    pub fn of(parameters: &InitializeParams) -> Self {
        let capabilities = &parameters.capabilities;
        let completion = capabilities.text_document.as_ref().and_then(|text| text.completion.as_ref());
        let item = completion.and_then(|completion| completion.completion_item.as_ref());
        let window = capabilities.window.as_ref();
        let workspace = capabilities.workspace.as_ref();
        let lenses = workspace.and_then(|workspace| workspace.code_lens.as_ref());
        Client {
            snippets: item.and_then(|item| item.snippet_support).unwrap_or(false),
            refreshes_lenses: lenses.and_then(|lenses| lenses.refresh_support).unwrap_or(false),
            progress: window.and_then(|window| window.work_done_progress).unwrap_or(false),
        }
    }
}
