import type { ToolIssue } from '../tool/tool-issue.js';

/** An issue, and what its text needs beyond it. */
export interface ArgumentProblem {
  readonly issue: ToolIssue;
  /** The application's own words, in place of ours. */
  readonly message?: string;
  /** Of an unknown key: the valid ones, in words. */
  readonly validKeys?: string;
}

const MAX_ISSUES = 20;

/** Collects what is wrong with one call: one problem per path and rule, and at most 20 in all. */
export class ArgumentProblems {
  readonly list: ArgumentProblem[] = [];
  /** How many there were beyond the list. */
  more = 0;

  add(problem: ArgumentProblem): void {
    const { path, rule } = problem.issue;
    if (this.list.some(({ issue }) => issue.path === path && issue.rule === rule)) return;
    if (this.list.length < MAX_ISSUES) this.list.push(problem);
    else this.more++;
  }

  /** Whether something at this path, above it or below it is wrong already. */
  touches(path: string): boolean {
    return this.list.some(({ issue }) => leadsTo(issue.path, path) || leadsTo(path, issue.path));
  }
}

const leadsTo = (outer: string, inner: string): boolean =>
  inner === outer || (inner.startsWith(outer) && /^[.[]/.test(inner.slice(outer.length)));
