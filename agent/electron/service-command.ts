// Asks the agent's own command line about the service: whether one is installed here, and to start it.
import type { Environment } from '@pharmacy-relay/shared/env.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { z } from 'zod'
import { agentCommand, failureText, type CommandAnswer, type Core } from './agent-command.ts'

/** A service may take long to start. */
const LIMIT_MS = 30_000
/** Of `agent service status --json`. */
const ServiceFacts = z.object({ isInstalled: z.boolean() })

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
  const answer = await agentService(core, environment, 'start')
  if (!answer.succeeded) throw new ProblemError('state_conflict', failureText(answer))
}

async function agentService(
  core: Core,
  environment: Environment,
  word: 'status' | 'start',
): Promise<CommandAnswer> {
  return agentCommand(core, environment, { words: ['service', word], limitMs: LIMIT_MS })
}
