import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { ENVIRONMENT } from './run.mjs';

const BOOT_LIMIT_MS = 30_000;

/** Starts an application that prints its address. Disposing of it sends SIGTERM and waits for its end. */
export async function bootedApplication(folder, file) {
  const child = spawn(process.execPath, [file], {
    cwd: folder,
    env: { ...ENVIRONMENT, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const url = await addressOf(child);

  async function get(path) {
    const response = await fetch(url + path);
    const text = await response.text();
    return response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
  }
  async function call(name, args) {
    const response = await fetch(`${url}/tool-calls`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name, arguments: args }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`POST /tool-calls: ${response.status} ${text}`);
    return JSON.parse(text);
  }
  return {
    get,
    call,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** @throws Error with all that the application printed, when it ends or says no address */
function addressOf(child) {
  let printed = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (printed += text));
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => child.kill('SIGKILL'), BOOT_LIMIT_MS);
    child.once('exit', () => {
      clearTimeout(limit);
      reject(new Error(`the application did not listen:\n${printed}`));
    });
    createInterface({ input: child.stdout }).on('line', (line) => {
      printed += `${line}\n`;
      const address = /listening on (http:\S+)/.exec(line)?.[1];
      if (address === undefined) return;
      clearTimeout(limit);
      resolve(address);
    });
  });
}
