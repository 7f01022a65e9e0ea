// One run of one version of the agent: a process of its own, which hears and tells over its IPC channel.
import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { AGENT_FILE, AGENT_NODE_ARGS, nodeFor } from './layout.ts'
import {
  agentNews,
  LAUNCHER_PROTOCOL,
  LAUNCHER_VARIABLE,
  type AgentNews,
  type FinishRequest,
  type Refusal,
  type RefusedRequest,
} from './messages.ts'

export interface AgentChild {
  /** Asks it to stop once no label is being sent. */
  finish(limitMs: number): void
  /** Tells it to stop at once, as the end of its parent does; a label that is being sent is broken off. */
  stop(): void
  /** Says that what it asked for does not come about. */
  refuse(why: Refusal): void
  kill(): void
}

/** How a run ended. */
export interface ChildEnd {
  /** Null when a signal ended it, or when it could not be started. */
  readonly code: number | null
  readonly text: string
}

export interface ChildParts {
  readonly folder: string
  readonly onNews: (news: AgentNews) => void
  /** Once, after which nothing else comes. */
  readonly onEnd: (end: ChildEnd) => void
}

export function startAgentChild(parts: ChildParts): AgentChild {
  try {
    return started(parts)
  } catch (error) {
    // Of some failures, as a Node that Windows does not take for a program, spawn throws.
    const text = error instanceof Error ? error.message : String(error)
    setImmediate(() => parts.onEnd({ code: null, text }))
    const nothing = (): void => undefined
    return { finish: nothing, stop: nothing, refuse: nothing, kill: nothing }
  }
}

function started({ folder, onNews, onEnd }: ChildParts): AgentChild {
  const child = spawn(nodeFor(folder), [...AGENT_NODE_ARGS, path.join(folder, AGENT_FILE), 'run'], {
    env: { ...process.env, [LAUNCHER_VARIABLE]: String(LAUNCHER_PROTOCOL) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    windowsHide: true,
  })
  let hasEnded = false
  child.on('message', (message: unknown) => {
    const news = agentNews(message)
    // What comes after its end would be taken for news of the next one.
    if (news !== null && !hasEnded) onNews(news)
  })
  const end = (ended: ChildEnd): void => {
    if (!hasEnded) onEnd(ended)
    hasEnded = true
  }
  child.once('error', (error) => end({ code: null, text: error.message }))
  child.once('exit', (code, signal) => end({ code, text: signal ?? `exit code ${code}` }))
  return {
    finish: (limitMs) => tell(child, { kind: 'finish', limitMs }),
    stop: () => {
      if (child.connected) child.disconnect()
    },
    refuse: (why) => tell(child, { kind: 'refused', why }),
    kill: () => void child.kill('SIGKILL'),
  }
}

/** One that is about to end hears nothing, and its end says it all. */
function tell(child: ChildProcess, request: FinishRequest | RefusedRequest): void {
  if (child.connected) child.send(request, () => undefined)
}
