import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll } from '@jest/globals';

/** A real server on this machine that answers as it is told, and keeps what it was asked. */
export interface SearxngServer {
  readonly url: string;
  readonly requests: IncomingMessage[];
  answer: RequestListener;
}

const PAGES = [
  {
    title: 'Cats <b>&amp;</b> dogs',
    url: 'https://example.org/cats',
    content: 'About <em>cats</em>.',
    engine: 'ddg',
  },
  { title: 'More cats', url: 'https://example.org/more', content: 'All of them.', engine: 'brave' },
];

/** Answers as an instance does that knows two pages about cats. */
export const answerLikeSearxng: RequestListener = ({ url }, response) => {
  const query = new URL(url!, 'http://x').searchParams.get('q')!;
  sendJson(response, {
    query,
    number_of_results: 0,
    results: /cats/i.test(query) ? PAGES : [],
    answers: [],
    unresponsive_engines: [],
  });
};

export function sendJson(response: ServerResponse, value: unknown): void {
  response.setHeader('content-type', 'application/json');
  response.end(typeof value === 'string' ? value : JSON.stringify(value));
}

/** For a spec file; each test starts with {@link answerLikeSearxng}. */
export function startSearxng(): SearxngServer {
  const started = { url: '', requests: [] as IncomingMessage[], answer: answerLikeSearxng };
  const server = createServer((request, response) => {
    started.requests.push(request);
    started.answer(request, response);
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    started.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    started.answer = answerLikeSearxng;
    started.requests.length = 0;
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return started;
}
