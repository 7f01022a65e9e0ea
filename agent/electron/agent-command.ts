// Runs one command of the agent's own command line and reads what it answers with --json.
import { execFile } from 'node:child_process'
import type { Environment } from '@pharmacy-relay/shared/env.ts'
import { z } from 'zod'

/** The bundled agent and the Node that runs it. */
export interface Core {
  readonly node: string
  readonly program: string
}

export interface CommandAnswer {
  readonly succeeded: boolean
  readonly json: unknown
}

/** Of every command that fails, with --json. */
const Failure = z.object({ error: z.object({ message: z.string() }) })

/** Never rejects; after `limitMs` the command is ended, and has failed. */
export async function agentCommand(
  { node, program }: Core,
  environment: Environment,
  { words, limitMs }: { readonly words: readonly string[]; readonly limitMs: number },
): Promise<CommandAnswer> {
  return new Promise((resolve) => {
    const options = { env: { ...environment }, timeout: limitMs, windowsHide: true, maxBuffer: 65_536 }
    execFile(node, [program, ...words, '--json'], options, (error, output) =>
      resolve({ succeeded: error === null, json: parsedJson(output) }),
    )
  })
}

/** The command's own words; an empty text where it said none. */
export function failureText({ json }: CommandAnswer): string {
  const failure = Failure.safeParse(json)
  return failure.success ? failure.data.error.message : ''
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
