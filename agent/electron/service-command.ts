// Asks the agent's own command line about the service: whether one is installed here, and to start it.
import { execFile } from 'node:child_process'
import type { Environment } from '@pharmacy-relay/shared/env.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { z } from 'zod'

/** The bundled agent and the Node that runs it. */
interface Core {
  readonly node: string
  readonly program: string
}

/** A service may take long to start. */
const LIMIT_MS = 30_000
/** Of `agent service status --json`. */
const ServiceFacts = z.object({ isInstalled: z.boolean() })
/** Of every command that fails, with --json. */
const Failure = z.object({ error: z.object({ message: z.string() }) })

/**
 * True also for one that is away for the moment, and when nobody can tell: two agents on one computer are worse than one
 * that is started by hand.
 */
export async function isServiceInstalled(core: Core, environment: Environment): Promise<boolean> {
  const { json } = await agentService(core, environment, 'status')
  const facts = ServiceFacts.safeParse(json)
  return !facts.success || facts.data.isInstalled
}

/** Throws ProblemError state_conflict with the command's own words; not every user may start services. */
export async function startService(core: Core, environment: Environment): Promise<void> {
  const { succeeded, json } = await agentService(core, environment, 'start')
  if (succeeded) return
  const failure = Failure.safeParse(json)
  throw new ProblemError('state_conflict', failure.success ? failure.data.error.message : '')
}

async function agentService(
  { node, program }: Core,
  environment: Environment,
  word: 'status' | 'start',
): Promise<{ readonly succeeded: boolean; readonly json: unknown }> {
  return new Promise((resolve) => {
    const options = { env: { ...environment }, timeout: LIMIT_MS, windowsHide: true, maxBuffer: 65_536 }
    execFile(node, [program, 'service', word, '--json'], options, (error, output) =>
      resolve({ succeeded: error === null, json: parsedJson(output) }),
    )
  })
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
