// What launcher and agent say to each other over the IPC channel between them.
//
//   agent ─▶ launcher    ready · online · switch VERSION · back CODE · busy
//   launcher ─▶ agent    finish: stop once no label is being sent, or say busy after `limitMs` and go on
//                        refused WHY: what the agent asked for does not come about
//
// Launcher and agent are of different versions: what one does not know it passes over.

/** Set for the agent by its launcher; the number of this protocol. */
export const LAUNCHER_VARIABLE = 'Agent__LauncherProtocol'
export const LAUNCHER_PROTOCOL = 1

export type AgentNews =
  | { readonly kind: 'ready' | 'online' | 'busy' }
  | { readonly kind: 'switch'; readonly version: string }
  | { readonly kind: 'back'; readonly code: 'left' | 'withdrawn' }

export interface FinishRequest {
  readonly kind: 'finish'
  readonly limitMs: number
}

const REFUSALS = ['no_files', 'on_trial', 'nothing_before', 'not_kept'] as const
/** Why a version is not exchanged; `other`: a later launcher said why, and this agent does not know the word. */
export type Refusal = (typeof REFUSALS)[number] | 'other'

export interface RefusedRequest {
  readonly kind: 'refused'
  readonly why: Refusal
}

/** Null: nothing that this launcher knows. */
export function agentNews(message: unknown): AgentNews | null {
  if (typeof message !== 'object' || message === null || !('kind' in message)) return null
  const { kind } = message
  if (kind === 'ready' || kind === 'online' || kind === 'busy') return { kind }
  if (kind === 'switch' && 'version' in message && typeof message.version === 'string')
    return { kind, version: message.version }
  if (kind === 'back' && 'code' in message && (message.code === 'left' || message.code === 'withdrawn'))
    return { kind, code: message.code }
  return null
}

/** Null: nothing that this agent knows. */
export function finishRequest(message: unknown): FinishRequest | null {
  if (typeof message !== 'object' || message === null || !('kind' in message)) return null
  if (message.kind !== 'finish' || !('limitMs' in message) || typeof message.limitMs !== 'number') return null
  return { kind: 'finish', limitMs: Math.min(Math.max(0, message.limitMs), MAX_FINISH_MS) }
}

/** Null: no refusal. */
export function refusal(message: unknown): Refusal | null {
  if (typeof message !== 'object' || message === null || !('kind' in message) || !('why' in message))
    return null
  if (message.kind !== 'refused') return null
  return REFUSALS.find((one) => one === message.why) ?? 'other'
}

const MAX_FINISH_MS = 600_000
