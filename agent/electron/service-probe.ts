// Whether the agent is installed here as a service, also one that is away for the moment: asks its own command line.
import { execFile } from 'node:child_process'
import type { Environment } from '@pharmacy-relay/shared/env.ts'
import { z } from 'zod'

const LIMIT_MS = 10_000
/** Of `agent service status --json`. */
const ServiceFacts = z.object({ isInstalled: z.boolean() })

/** True when nobody can tell: two agents on one computer are worse than one that is started by hand. */
export async function isServiceInstalled(
  core: { readonly node: string; readonly program: string },
  environment: Environment,
): Promise<boolean> {
  return new Promise((resolve) => {
    const words = [core.program, 'service', 'status', '--json']
    const options = { env: { ...environment }, timeout: LIMIT_MS, windowsHide: true, maxBuffer: 65_536 }
    execFile(core.node, words, options, (_error, output) => {
      const facts = ServiceFacts.safeParse(parsedJson(output))
      resolve(!facts.success || facts.data.isInstalled)
    })
  })
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
