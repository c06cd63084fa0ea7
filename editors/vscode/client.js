// The part of the extension that starts the language server, `groundplan lsp`, and shows what its commands return.
'use strict';

const { ProgressLocation, ViewColumn, window, workspace } = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

/** The client of the server, while the extension is active. */
let client;

/** Shows the result of a command beside the program: a ground program as one, answer sets as plain text. */
async function show(command, content) {
  const language = command === 'groundplan.ground' ? 'lp' : 'plaintext';
  const document = await workspace.openTextDocument({ content, language });
  await window.showTextDocument(document, { viewColumn: ViewColumn.Beside, preserveFocus: true });
}

/** Runs a command of the server until it ends or is cancelled, and shows its result, or why it has none. */
function run(command, given) {
  const title = command.replace('.', ': ');
  return window.withProgress(
    { location: ProgressLocation.Notification, cancellable: true, title },
    async (_progress, token) => {
      const request = { command, arguments: given };
      try {
        await show(command, await client.sendRequest('workspace/executeCommand', request, token));
      } catch (failure) {
        if (!token.isCancellationRequested) await show('', failure.message);
      }
    },
  );
}

function activate() {
  const settings = workspace.getConfiguration('groundplan');
  const server = { command: settings.get('command'), args: ['lsp'] };
  client = new LanguageClient('groundplan', 'groundplan', server, {
    // Results are texts without a file; they need no server.
    documentSelector: [{ scheme: 'file', language: 'lp' }],
    synchronize: { fileEvents: workspace.createFileSystemWatcher('**/*.lp') },
    initializationOptions: { arguments: settings.get('arguments'), opensText: true },
    middleware: { executeCommand: run },
  });
  return client.start();
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
