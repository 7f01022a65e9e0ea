// `agent service …`: what a person or an installer asks, and how the answer reads.
import os from 'node:os'
import path from 'node:path'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { DEFAULT_PRINTER_PORT } from '@pharmacy-relay/shared/ids.ts'
import type { Environment } from '@pharmacy-relay/shared/env.ts'
import { nodeFor } from '../../launcher/layout.ts'
import { locationsOf } from '../../core/settings/locations.ts'
import { Service, type InstallOrder, type ServiceResult } from '../../service/service.ts'
import type { ServiceState } from '../../service/service-system.ts'
import { planText, type Step } from '../../service/step.ts'
import { serviceSystem } from '../../service/systems.ts'
import { done, type Outcome } from '../outcome.ts'
import { pairedText } from '../computer/pairing-text.ts'
import type { ServiceCommand } from './service-arguments.ts'
import { storedRows } from './stored-settings.ts'

export interface ServiceTerminal {
  readonly environment: Environment
  readonly readInput: () => string
  readonly ask: (question: string) => string | null
}

/** Throws ProblemError in words. */
export async function carryOutServiceCommand(
  command: ServiceCommand,
  terminal: ServiceTerminal,
): Promise<Outcome> {
  const { environment } = terminal
  const locations = locationsOf(environment, {
    platform: process.platform,
    homeFolder: os.homedir(),
    isPrivileged: true,
  })
  const system = serviceSystem(process.platform, environment, locations)
  if (system === null)
    throw new ProblemError('not_supported', `Services are not known on ${process.platform}`)
  const service = new Service(system)
  if (command.isDry) return dry(await planOf(command, service, environment), command)
  switch (command.act) {
    case 'status': {
      const state = await service.system.look()
      return done(stateText(state), state)
    }
    case 'install':
      return installed(await service.install(orderOf(withCode(command, terminal), environment)))
    case 'start':
    case 'stop':
    case 'restart':
      return changed(await service[command.act]())
    case 'remove':
      return removed(command, service, terminal)
    default:
      return command.act satisfies never
  }
}

/** A code that is typed or piped stands in no list of programs. */
function withCode(command: ServiceCommand, { readInput }: ServiceTerminal): ServiceCommand {
  const { pair } = command
  return pair?.code === '-' ? { ...command, pair: { ...pair, code: readInput().trim() } } : command
}

/** Beside the agent that is asked lies what the service starts. */
function orderOf({ again, pair }: ServiceCommand, environment: Environment): InstallOrder {
  const installFolder = path.dirname(process.argv[1] ?? import.meta.filename)
  return { installFolder, node: nodeFor(installFolder), port: labelPort(environment), again, pair }
}

/** Where settings cannot be read, the port of nearly every computer. */
function labelPort(environment: Environment): number {
  const computer = { platform: process.platform, homeFolder: os.homedir(), isPrivileged: true }
  try {
    const rows = storedRows({ environment, locations: locationsOf(environment, computer) })
    return Number(rows.find(({ name }) => name === 'TcpPort')?.value ?? DEFAULT_PRINTER_PORT)
  } catch {
    return DEFAULT_PRINTER_PORT
  }
}

async function planOf(command: ServiceCommand, service: Service, environment: Environment): Promise<Step[]> {
  switch (command.act) {
    case 'status':
      return []
    case 'install':
      return service.installPlan(orderOf(command, environment))
    case 'start':
      return service.system.startPlan()
    case 'stop':
      return service.system.stopPlan()
    case 'restart':
      return [...service.system.stopPlan(), ...service.system.startPlan()]
    case 'remove':
      return service.removePlan(command.data === 'keep')
    default:
      return command.act satisfies never
  }
}

function dry(steps: readonly Step[], { pair }: ServiceCommand): Outcome {
  const hub = pair?.hubUrl ?? null
  const at = hub === null ? '' : ` at ${hub}`
  const pairing =
    pair === null ? '' : `Then this computer is paired with the code${at}, unless it is already.\n`
  return done(`This would be done:\n${planText(steps)}${pairing}`, steps)
}

async function removed(
  { data }: ServiceCommand,
  service: Service,
  { ask }: ServiceTerminal,
): Promise<Outcome> {
  if (data === null) await expectConsent(service, ask)
  const result = await service.remove(data === 'keep')
  const what =
    data === 'keep' ? 'The service is removed; its data stays.' : 'The service is removed with its data.'
  return done(`${what}\n${remarkText(result)}`, json(result))
}

/** Throws ProblemError state_conflict where labels wait and nobody says that they may go. */
async function expectConsent(service: Service, ask: ServiceTerminal['ask']): Promise<void> {
  const labels = await service.waitingLabels()
  if (labels === 0) return
  const counted = labels === 1 ? '1 label waits' : `${labels} labels wait`
  const lost = `${labels === null ? 'Labels may still wait' : counted} here and would never come out.`
  const answer = ask(`${lost} Remove them with the service? Type yes: `)
  if (answer?.trim().toLowerCase() === 'yes') return
  const choice = '--keep-data leaves them for the next installation, --delete-data removes them'
  throw new ProblemError('state_conflict', `${lost} Nothing was removed. Choose: ${choice}`)
}

function installed(result: ServiceResult): Outcome {
  const paired = result.paired === null ? '' : pairedText(result.paired)
  return done(
    `The service is installed and runs; it starts with the computer.\n${paired}${remarkText(result)}`,
    json(result),
  )
}

function changed(result: ServiceResult): Outcome {
  return done(stateText(result.state) + remarkText(result), json(result))
}

function json({ state, remarks, paired }: ServiceResult): unknown {
  return { ...state, remarks, ...(paired === null ? {} : { paired }) }
}

function remarkText({ remarks }: ServiceResult): string {
  return remarks.map((remark) => `${remark}\n`).join('')
}

function stateText({ isInstalled, isRunning, startsWithComputer }: ServiceState): string {
  if (!isInstalled) return 'The service is not installed.\n'
  const start = startsWithComputer ? 'starts with the computer' : 'does not start with the computer'
  return `The service is installed, ${isRunning ? 'runs' : 'does not run'} and ${start}.\n`
}
