// The part of the extension that starts the language server, `groundplan lsp`, and shows what commands return.
'use strict';

const { ProgressLocation, ViewColumn, commands, window, workspace } = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

/** The client of the server, while the extension is active. */
let client;

/** Shows the result of a command beside the program: a ground program as one, everything else as plain text. */
async function show(command, content) {
  const language = command === 'groundplan.ground' ? 'lp' : 'plaintext';
  const document = await workspace.openTextDocument({ content, language });
  await window.showTextDocument(document, { viewColumn: ViewColumn.Beside, preserveFocus: true });
}

/** The program that a command without arguments, as from the palette, is about. */
function activeProgram() {
  const document = window.activeTextEditor?.document;
  if (document?.languageId === 'lp' && document.uri.scheme === 'file') return document;
  window.showInformationMessage('Open a logic program (*.lp) first.');
  return undefined;
}

/** Runs `act` until it ends or is cancelled in its notification, and shows its result, or why it has none. */
function run(command, act) {
  const title = command.replace('.', ': ');
  return window.withProgress(
    { location: ProgressLocation.Notification, cancellable: true, title },
    async (_progress, token) => {
      try {
        await show(command, await act(token));
      } catch (failure) {
        if (!token.isCancellationRequested) await show('', failure.message);
      }
    },
  );
}

/** The atom that a question without arguments, as from the palette, is about. */
function askedAtom() {
  return window.showInputBox({ title: 'Why is an atom true or false?', prompt: 'A ground atom', placeHolder: 'on(a)' });
}

/** Runs a command of the server, from a lens, an action or the palette. */
async function runOnServer(command, given) {
  const [uri = activeProgram()?.uri.toString(), ...others] = given;
  if (!uri) return undefined;
  if (command === 'groundplan.why' && others.length === 0) {
    const atom = await askedAtom();
    if (!atom) return undefined;
    others.push(atom);
  }
  const request = { command, arguments: [uri, ...others] };
  return run(command, (token) => client.sendRequest('workspace/executeCommand', request, token));
}

function activate(context) {
  const settings = workspace.getConfiguration('groundplan');
  const server = { command: settings.get('command'), args: ['lsp'] };
  client = new LanguageClient('groundplan', 'groundplan', server, {
    // Results are texts without a file; they need no server.
    documentSelector: [{ scheme: 'file', language: 'lp' }],
    synchronize: { fileEvents: workspace.createFileSystemWatcher('**/*.lp') },
    initializationOptions: { arguments: settings.get('arguments'), opensText: true },
    middleware: { executeCommand: runOnServer },
  });
  context.subscriptions.push(
    commands.registerCommand('groundplan.format', () => commands.executeCommand('editor.action.formatDocument')),
  );
  return client.start();
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
