/**
 * On whose behalf a tool runs. Journal, approvals and replays are scoped by `tenant` and `id`.
 *
 * @publicApi
 */
export interface ToolPrincipal {
  readonly id: string;
  readonly tenant?: string;
  readonly roles?: readonly string[];
  readonly scopes?: readonly string[];
}
