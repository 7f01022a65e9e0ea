// Turns the words of a command line into one command, or says what is wrong with them.
import { parseArgs } from 'node:util'
import { AgentApi, MAX_PAUSE_MINUTES } from '../contract/agent-api.ts'
import { MAX_LOG_LINES } from '../contract/support.ts'
import { isJobList, jobListNames, type JobPage } from '@pharmacy-relay/shared/labels/job-lists.ts'
import { PairingCode } from '@pharmacy-relay/shared/pairing.ts'
import { askForHelpCommand, type AskForHelpCommand } from './computer/ask-for-help.ts'
import { serviceCommand, type ServiceCommand } from './program/service-arguments.ts'
import { localPrinterCommand, type LocalPrinterCommand } from './computer/local-printer-arguments.ts'
import { MIN_PREFIX, type TrustCommand } from './computer/trust.ts'
import type { UpdatesCommand } from './program/update-commands.ts'
import { UsageError } from './usage-error.ts'

export { UsageError }

export type Command =
  | OnlyKind<'run' | PlainVerb | 'settings' | 'version' | 'keys' | 'rotate'>
  | { readonly kind: 'help'; readonly topic: HelpTopic | null }
  | { readonly kind: 'set'; readonly name: string; readonly value: string }
  | { readonly kind: 'unset'; readonly name: string }
  /** `-` is standard input. */
  | { readonly kind: 'print'; readonly file: string }
  /** The support bundle; `-` is standard output. */
  | { readonly kind: 'bundle'; readonly file: string }
  | ({ readonly kind: 'jobs' } & JobsCommand)
  | { readonly kind: 'logs'; readonly lines: number }
  | { readonly kind: 'pause'; readonly minutes: number }
  | { readonly kind: 'open'; readonly browser: boolean }
  /** `job`: number or id of a label. */
  | { readonly kind: 'job'; readonly job: string }
  | { readonly kind: 'release' | 'cancel'; readonly job: string }
  /** `anyway`: also one that may still come out. */
  | { readonly kind: 'reprint'; readonly job: string; readonly anyway: boolean }
  | {
      readonly kind: 'answer'
      readonly job: string
      readonly answer: 'printed' | 'reprint'
      readonly anyway: boolean
    }
  | ({ readonly kind: 'trust' } & TrustCommand)
  | AskForHelpCommand
  | UpdatesCommand
  | ServiceCommand
  | LocalPrinterCommand
  | ({ readonly kind: 'pair' } & PairCommand)

const HELP_TOPICS = ['settings', 'api'] as const
type HelpTopic = (typeof HELP_TOPICS)[number]

/** One command for each, so that they can be told apart. */
type OnlyKind<K> = K extends string ? { readonly kind: K } : never

/** Which labels are shown: one page, or with `all` every page from there on. */
export interface JobsCommand extends JobPage {
  readonly all: boolean
}

/** `hubUrl` null: the one of the settings. */
export interface PairCommand {
  readonly code: string
  readonly hubUrl: string | null
  readonly again: boolean
}

/** Commands that ask the running agent and take nothing. */
type PlainVerb = Exclude<(typeof PLAIN_VERBS)[number], 'run'>
const PLAIN_VERBS = [
  'run',
  'status',
  'doctor',
  'peers',
  'printers',
  'waiting',
  'test',
  'resume',
  'use-first',
  'stop',
] as const

const JOB_VERBS = ['job', 'release', 'cancel'] as const

export interface CommandLine {
  readonly command: Command
  readonly asJson: boolean
}

/** Throws UsageError. */
export function parseCommandLine(args: readonly string[]): CommandLine {
  const { values, positionals } = parsed(args)
  const asJson = values.json === true
  if (values.help === true) return { command: { kind: 'help', topic: null }, asJson }
  if (values.version === true) return { command: { kind: 'version' }, asJson }
  if (positionals[0] === 'service') return { command: serviceCommand(positionals.slice(1), values), asJson }
  if (positionals[0] === 'local-printer')
    return { command: localPrinterCommand(positionals.slice(1), values), asJson }
  if ((values.driver ?? values.to ?? values['no-ask']) !== undefined)
    throw new UsageError('--driver, --to and --no-ask are for "agent local-printer" only')
  const serviceOnly = ['dry-run', 'pair', 'keep-data', 'delete-data'] as const
  const misplaced = serviceOnly.find((name) => values[name] !== undefined)
  if (misplaced !== undefined) throw new UsageError(`--${misplaced} is for "agent service" only`)
  if (positionals[0] === 'trust') return { command: trustCommand(positionals.slice(1), values.yes), asJson }
  if (values.yes !== undefined) throw new UsageError('--yes is for "agent trust" only')
  if (positionals[0] === 'pair') return { command: pairCommand(positionals.slice(1), values), asJson }
  if (values.hub !== undefined || values.again !== undefined)
    throw new UsageError('--hub and --again are for "agent pair" only')
  if (positionals[0] === 'jobs') return { command: jobsCommand(positionals.slice(1), values), asJson }
  if (values.only !== undefined || values.before !== undefined || values.all !== undefined)
    throw new UsageError('--only, --before and --all are for "agent jobs" only')
  if (positionals[0] === 'open') return { command: openCommand(positionals.slice(1), values), asJson }
  if (values['no-browser'] !== undefined) throw new UsageError('--no-browser is for "agent open" only')
  const printed = reprintCommand(positionals, values.anyway === true)
  if (printed !== null) return { command: printed, asJson }
  if (values.anyway !== undefined)
    throw new UsageError('--anyway is for "agent reprint" and "agent answer NUMBER reprint" only')
  return { command: commandOf(positionals), asJson }
}

function commandOf([verb, ...rest]: readonly string[]): Command {
  if (verb === undefined) return { kind: 'help', topic: null }
  if (verb === 'help') return { kind: 'help', topic: HELP_TOPICS.find((topic) => topic === rest[0]) ?? null }
  if (verb === 'settings') return settingsCommand(rest)
  if (verb === 'print') return printCommand(rest)
  if (verb === 'bundle') return bundleCommand(rest)
  if (verb === 'ask-for-help') return askForHelpCommand(rest)
  if (verb === 'logs') return logsCommand(rest)
  if (verb === 'pause') return pauseCommand(rest)
  if (verb === 'answer') return answerCommand(rest, false)
  if (verb === 'keys') return keysCommand(rest)
  if (verb === 'updates') return updatesCommand(rest)
  const jobVerb = JOB_VERBS.find((one) => one === verb)
  if (jobVerb !== undefined) return { kind: jobVerb, job: jobOf(verb, rest) }
  const kind = PLAIN_VERBS.find((plain) => plain === verb)
  if (kind === undefined) throw new UsageError(`there is no command "${verb}"`)
  if (rest.length > 0) throw new UsageError(`"agent ${verb}" takes nothing after it`)
  return { kind }
}

interface JobsValues {
  readonly only?: string | undefined
  readonly before?: string | undefined
  readonly all?: boolean | undefined
}

function jobsCommand(args: readonly string[], { only, before, all }: JobsValues): Command {
  if (args.length > 0) throw new UsageError('"agent jobs" takes nothing but --only, --before and --all')
  if (only !== undefined && !isJobList(only))
    throw new UsageError(`--only takes one of ${jobListNames.join(', ')}`)
  const from = AgentApi.jobs.params.safeParse({ before: before ?? null })
  if (!from.success) throw new UsageError('--before takes the number of a label, as "agent jobs" shows it')
  return { kind: 'jobs', only: only ?? null, before: from.data.before, all: all === true }
}

function printCommand([file, ...more]: readonly string[]): Command {
  if (file === undefined || more.length > 0)
    throw new UsageError('"agent print" takes one FILE, or - for standard input')
  return { kind: 'print', file }
}

function bundleCommand([file, ...more]: readonly string[]): Command {
  if (file === undefined || more.length > 0)
    throw new UsageError('"agent bundle" takes one FILE that does not exist yet, or - for standard output')
  return { kind: 'bundle', file }
}

const USUAL_LOG_LINES = 100

function logsCommand([lines = String(USUAL_LOG_LINES), ...more]: readonly string[]): Command {
  const wanted = AgentApi.logs.params.safeParse({ lines: Number(lines) })
  if (!wanted.success || more.length > 0)
    throw new UsageError(`"agent logs" takes how many lines to show, 1 to ${MAX_LOG_LINES}`)
  return { kind: 'logs', lines: wanted.data.lines }
}

const USUAL_PAUSE_MINUTES = 30

function pauseCommand([minutes = String(USUAL_PAUSE_MINUTES), ...more]: readonly string[]): Command {
  const wanted = AgentApi.pause.params.safeParse({ minutes: Number(minutes) })
  if (!wanted.success || more.length > 0)
    throw new UsageError(`"agent pause" takes for how many minutes, 1 to ${MAX_PAUSE_MINUTES}`)
  return { kind: 'pause', minutes: wanted.data.minutes }
}

function openCommand(
  args: readonly string[],
  { 'no-browser': isUnwanted }: { readonly 'no-browser'?: boolean | undefined },
): Command {
  if (args.length > 0) throw new UsageError('"agent open" takes nothing but --no-browser')
  return { kind: 'open', browser: isUnwanted !== true }
}

/** Null: it prints nothing a second time. */
function reprintCommand([verb, ...rest]: readonly string[], anyway: boolean): Command | null {
  if (verb === 'reprint') return { kind: verb, job: jobOf(verb, rest), anyway }
  return verb === 'answer' && rest[1] === 'reprint' ? answerCommand(rest, anyway) : null
}

function answerCommand([job, answer, ...more]: readonly string[], anyway: boolean): Command {
  if (more.length > 0 || (answer !== 'printed' && answer !== 'reprint'))
    throw new UsageError('"agent answer" takes the number of a label, and printed or reprint')
  return { kind: 'answer', job: jobOf('answer', [job ?? '']), answer, anyway }
}

function keysCommand([verb, ...more]: readonly string[]): Command {
  if (verb === undefined) return { kind: 'keys' }
  if (verb === 'rotate' && more.length === 0) return { kind: 'rotate' }
  throw new UsageError('"agent keys" takes nothing, or rotate')
}

function updatesCommand([act = 'show', ...more]: readonly string[]): Command {
  if (more.length === 0 && (act === 'show' || act === 'check' || act === 'back'))
    return { kind: 'updates', act }
  throw new UsageError('"agent updates" takes nothing, check or back')
}

function trustCommand([computer, ...more]: readonly string[], yes: string | undefined): Command {
  if (computer === undefined || more.length > 0)
    throw new UsageError('"agent trust" takes a COMPUTER as "agent peers" shows it, or a PRINTER')
  const prefix = yes?.replaceAll(/[\s:]/g, '').toLowerCase() ?? null
  if (prefix !== null && !new RegExp(`^[0-9a-f]{${MIN_PREFIX},64}$`).test(prefix))
    throw new UsageError(`--yes takes the first ${MIN_PREFIX} digits or more of a certificate`)
  return { kind: 'trust', computer, yes: prefix }
}

/** The code in one word or, as it is read out, in two. */
function pairCommand(
  args: readonly string[],
  { hub, again }: { readonly hub?: string | undefined; readonly again?: boolean | undefined },
): Command {
  const code = PairingCode.safeParse(args.join(' '))
  if (!code.success || args.length > 2)
    throw new UsageError(
      '"agent pair" takes a pairing code from the panel: eight letters, none of them A, E, I, O, U or Y, such as BCDF-GHJK',
    )
  return { kind: 'pair', code: code.data, hubUrl: hub ?? null, again: again === true }
}

/** As the contract of the control socket has it, so that a wrong one is wrong usage. */
function jobOf(verb: string, [job, ...more]: readonly string[]): string {
  const parsed = AgentApi.job.params.safeParse({ job: job?.toLowerCase() })
  if (!parsed.success || more.length > 0)
    throw new UsageError(`"agent ${verb}" takes the number of a label, as "agent jobs" shows it, or its id`)
  return parsed.data.job
}

function settingsCommand([verb, name, value, ...more]: readonly string[]): Command {
  if (verb === undefined) return { kind: 'settings' }
  if (verb === 'set' && name !== undefined && value !== undefined && more.length === 0)
    return { kind: 'set', name, value }
  if (verb === 'set')
    throw new UsageError('"agent settings set" takes NAME and VALUE; put a value with spaces in quotes')
  if (verb === 'unset' && name !== undefined && value === undefined) return { kind: 'unset', name }
  if (verb === 'unset') throw new UsageError('"agent settings unset" takes NAME')
  throw new UsageError(`there is no command "settings ${verb}"`)
}

function parsed(args: readonly string[]) {
  const options = {
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
    version: { type: 'boolean' },
    yes: { type: 'string' },
    hub: { type: 'string' },
    again: { type: 'boolean' },
    only: { type: 'string' },
    before: { type: 'string' },
    all: { type: 'boolean' },
    'no-browser': { type: 'boolean' },
    anyway: { type: 'boolean' },
    pair: { type: 'string' },
    driver: { type: 'string' },
    to: { type: 'string' },
    'no-ask': { type: 'boolean' },
    'dry-run': { type: 'boolean' },
    'keep-data': { type: 'boolean' },
    'delete-data': { type: 'boolean' },
  } as const
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'the options are not valid')
  }
}
