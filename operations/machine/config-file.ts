// `relay.conf`: the settings that are no secrets, one `NAME="value"` a line, which systemd's EnvironmentFile= reads as it is.
import { RefusedError } from '../refused.ts'
import { allSettings, databases, programs, type ServerProgram } from './programs.ts'

export type Config = Readonly<Record<string, string>>

/** Settings of relayctl itself. */
export const OWN_SETTINGS = ['Backup__Recipient', 'Databases__Prefix', 'Machine__Programs'] as const
const HERE = 'Machine__Programs'

export interface Answers {
  /** The panel's origin, as people see it. */
  readonly url: string
  readonly shopUrl: string
  /** `TR=10,DE=10`, or `none`. */
  readonly retention: string
  readonly recipient: string
  readonly erasures: string
  /** What `--set` named. */
  readonly given: Config
}

/** Values that say "nothing" where an empty one would be no answer. */
const KEEPS_EVERYTHING = ','

/** The file of a new installation: everything on loopback, behind a TLS terminator. */
export function newConfig(answers: Answers): Config {
  const port = (name: string): string => {
    const { portSetting = '', defaultPort = 0 } = programs.find((one) => one.name === name) ?? {}
    return answers.given[portSetting] ?? String(defaultPort)
  }
  const at = (name: string): string => `http://127.0.0.1:${port(name)}`
  const loopback = programs.flatMap(({ name, portSetting }) => {
    const section = portSetting.replace('__Port', '')
    return [[`${section}__Host`, '127.0.0.1'] as const, [portSetting, port(name)] as const]
  })
  return {
    ...Object.fromEntries(loopback),
    Gateway__Routes__Identity: at('identity-api'),
    Gateway__Routes__Store: at('store-api'),
    Gateway__Routes__Pharmacy: at('pharmacy-api'),
    Services__Identity: at('identity-api'),
    Services__Store: at('store-api'),
    Services__Gateway: at('gateway'),
    ...frontSettings,
    Portal__PublicUrl: answers.url,
    Storefront__PublicUrl: answers.shopUrl,
    Pharmacy__ErasureFolder: answers.erasures,
    Pharmacy__RetentionYears: answers.retention === 'none' ? KEEPS_EVERYTHING : answers.retention,
    // `.invalid` is never a host: orders wait until it is said who takes the money.
    Payments__ProviderUrl: 'https://payments.invalid',
    Backup__Recipient: answers.recipient,
    Databases__Prefix: 'relay',
    ...answers.given,
  }
}

/** The terminator is one address to the gateway. */
const frontSettings = {
  Gateway__BehindTerminator: 'true',
  Gateway__PublicScheme: 'https',
  Gateway__Limits__ConnectionsPerAddress: '1000',
  Portal__BehindTerminator: 'true',
  Storefront__BehindTerminator: 'true',
} as const

export function configText(config: Config): string {
  const lines = Object.entries(config).map(
    ([name, value]) => `${name}="${value.replace(/[\\"]/g, String.raw`\$&`)}"`,
  )
  return `# Settings of all programs; secrets are files in the folder beside it. After a change: relayctl stop, relayctl start\n${lines.join('\n')}\n`
}

export interface ConfLine {
  /** From 1. */
  readonly line: number
  /** Empty where the line is not like NAME="value". */
  readonly name: string
  readonly value: string
}

/** Every line but comments and empty ones. */
export function confLines(text: string): ConfLine[] {
  return text.split('\n').flatMap((line, index) => {
    if (/^\s*([#;]|$)/.test(line)) return []
    const [, name = '', quoted, plain = ''] =
      /^([\w-]+)=(?:"((?:[^"\\]|\\.)*)"|([^"\s]*))\s*$/.exec(line) ?? []
    return [{ line: index + 1, name, value: quoted?.replace(/\\(.)/g, '$1') ?? plain }]
  })
}

/** Throws RefusedError naming every line that is not understood; a value is not repeated, as it may be a secret. */
export function readConfig(text: string): Config {
  const config: Record<string, string> = {}
  const faults: string[] = []
  for (const { line, name, value } of confLines(text)) {
    const fault = faultOf(name)
    if (fault === null) config[name] = value
    else faults.push(`line ${line}: ${fault}`)
  }
  if (faults.length > 0) throw new RefusedError(`relay.conf is wrong: ${faults.join('; ')}`)
  return config
}

/** Null: the name may stand in the file. */
export function faultOf(name: string): string | null {
  if (name === '') return 'is not like NAME="value"'
  if (OWN_SETTINGS.some((own) => own === name) || SHELL_SETTINGS.has(name)) return null
  const setting = allSettings[name]
  if (setting === undefined) return `no program has a setting ${name.slice(0, 64)}`
  return setting.secret === true ? `${name} is a secret: it belongs into the folder secrets` : null
}

/** Of every program's shell. */
const SHELL_SETTINGS = new Set(['Log__Level', 'Stop__LimitSeconds'])

export function portOf(config: Config, name: string): number {
  const found = programs.find((one) => one.name === name)
  return Number(config[found?.portSetting ?? ''] ?? found?.defaultPort ?? 0)
}

/** Where it listens. */
export function hostOf(config: Config, name: string): string {
  const found = programs.find((one) => one.name === name)
  return config[found?.portSetting.replace('__Port', '__Host') ?? ''] ?? '127.0.0.1'
}

/** Those that this machine runs, in the order of starts: all, but where several machines share them. */
export function programsHere(config: Config): readonly ServerProgram[] {
  const named = config[HERE]?.split(',')
  return named === undefined ? programs : programs.filter(({ name }) => named.includes(name))
}

/** Others have the same secrets. */
export function isOneOfSeveral(config: Config): boolean {
  return config[HERE] !== undefined
}

/** Names of roles and databases alike. */
export function databaseNames(config: Config): string[] {
  return databases.map(({ suffix }) => databaseName(config, suffix))
}

export function databaseName(config: Config, suffix: string): string {
  return `${config['Databases__Prefix'] ?? 'relay'}_${suffix}`
}
