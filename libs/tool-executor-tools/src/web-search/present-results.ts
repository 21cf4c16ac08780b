import { plainText } from './plain-text.js';
import type { SearchResult } from './search-provider.js';
import { stripHtml } from './strip-html.js';

const TITLE_CHARS = 200;
const SNIPPET_CHARS = 500;
const SOURCE_CHARS = 100;
const URL_CHARS = 2_000;

/**
 * What a provider found, as a model reads it: at most `limit` results with bounded texts. What has
 * no absolute URL is left out, and so is what has one that no page of the web or file has
 * (`javascript:`, `data:`).
 */
export function presentResults(
  found: readonly unknown[],
  limit: number,
  { stripsHtml }: { readonly stripsHtml: boolean },
): SearchResult[] {
  const results: SearchResult[] = [];
  const present = (text: unknown, maxChars: number): string => {
    if (typeof text !== 'string') return '';
    return plainText(stripsHtml ? stripHtml(text) : text, maxChars);
  };
  for (const each of found) {
    if (results.length === limit) break;
    const { title, url, snippet, source } = (each ?? {}) as Partial<Record<keyof SearchResult, unknown>>;
    if (!isUsableUrl(url)) continue;
    const from = present(source, SOURCE_CHARS);
    results.push({
      title: present(title, TITLE_CHARS) || plainText(url, TITLE_CHARS),
      url,
      snippet: present(snippet, SNIPPET_CHARS),
      ...(from === '' ? {} : { source: from }),
    });
  }
  return results;
}

function isUsableUrl(url: unknown): url is string {
  if (typeof url !== 'string' || url.length > URL_CHARS) return false;
  // A cut address would be another address, and one with blanks or controls in it is none.
  return /^(?:https?:\/\/|workspace:|file:)[^\s\p{Cc}\p{Cf}\p{Cs}]+$/iu.test(url) && URL.canParse(url);
}
