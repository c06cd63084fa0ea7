// The part of the extension that starts the language server, `groundplan lsp`, and shows what commands return.
'use strict';

const { execFile } = require('child_process');
const fs = require('fs');
const path = require('path');
const { ProgressLocation, ViewColumn, commands, window, workspace } = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');
const { explainArguments } = require('./arguments');

/** More than this of an explanation is cut off. */
const MOST_TEXT = 1 << 24;

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

/** Runs a command of the server, from a lens or from the palette. */
function runOnServer(command, given) {
  const uri = given.length > 0 ? given : [activeProgram()?.uri.toString()];
  if (!uri[0]) return undefined;
  const request = { command, arguments: uri };
  return run(command, (token) => client.sendRequest('workspace/executeCommand', request, token));
}

/** Runs `groundplan explain` on the program, which it reads from its file. */
async function explain() {
  const document = activeProgram();
  if (!document) return undefined;
  await document.save();
  const settings = workspace.getConfiguration('groundplan', document.uri);
  const file = document.uri.fsPath;
  const folder = workspace.getWorkspaceFolder(document.uri)?.uri.fsPath ?? path.dirname(file);
  const isFile = (name) => fs.existsSync(path.resolve(folder, name));
  const given = ['explain', file, ...explainArguments(settings.get('arguments'), isFile)];
  const options = { cwd: folder, maxBuffer: MOST_TEXT };
  const ended = (token) =>
    new Promise((resolve, reject) => {
      const child = execFile(settings.get('command'), given, options, (failure, out, messages) => {
        // The exit code tells the verdict; only a program that does not start is a failure.
        if (typeof failure?.code === 'string') reject(failure);
        else resolve(messages + out);
      });
      child.stdin.end();
      token.onCancellationRequested(() => child.kill());
    });
  return run('groundplan.explain', ended);
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
    commands.registerCommand('groundplan.explain', explain),
    commands.registerCommand('groundplan.format', () => commands.executeCommand('editor.action.formatDocument')),
  );
  return client.start();
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
