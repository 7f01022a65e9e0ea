// Every setting of the agent: its type, default, range and help. Command line and window are drawn from this table.
import { isIP } from 'node:net'
import { LanguageChoice } from '@pharmacy-relay/shared/texts/languages.ts'
import { DeviceRegistration, SystemReport } from '@pharmacy-relay/shared/device.ts'
import { DEFAULT_PRINTER_PORT, TcpPort } from '@pharmacy-relay/shared/ids.ts'
import { z } from 'zod'
import { LOG_LEVELS } from '../logging/json-logger.ts'
import {
  EXTRA_PRINTER_FORMS,
  MAX_EXTRA_PRINTERS,
  parseExtraPrinters,
} from '../printers/kinds/extra-printers.ts'
import { GatewayUrlText, HubUrlText } from './hub-url.ts'
import { LabelMediaText } from './label-media.ts'
import { UpdateKeysText, UpdateUrlText } from './update-settings.ts'

export interface AgentSetting<S extends z.ZodType = z.ZodType> {
  /** Text in, value out. */
  readonly schema: S
  readonly help: string
  /** What is allowed, in words. */
  readonly range: string
  /** Text that is used when nothing is set; null means that it may be missing. */
  readonly fallback: string | null
  /** A change takes effect at the next start. */
  readonly restart: boolean
  /** False: known before the database is open, so it comes from the environment only. */
  readonly stored: boolean
}

const usual = { fallback: null, restart: false, stored: true }

const PortSetting = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number')
  .transform(Number)
  .pipe(TcpPort)

export const SETTINGS = {
  HubUrl: {
    ...usual,
    schema: HubUrlText,
    help: 'Address of the portal, whose hub this computer connects to',
    range: 'HOST, HOST:PORT or https://HOST; http:// on this computer only',
  },
  GatewayUrl: {
    ...usual,
    schema: GatewayUrlText,
    help: 'Address of the gateway, by which a pharmacist signs in at this computer; comes with the pairing',
    range: 'HOST, HOST:PORT or https://HOST; http:// on this computer only',
  },
  ComputerName: {
    ...usual,
    schema: DeviceRegistration.shape.computerName,
    help: 'Name under which the panel shows this computer',
    range: '1 to 63 characters',
  },
  Username: {
    ...usual,
    schema: DeviceRegistration.shape.username,
    help: 'User name under which the panel shows this computer',
    range: '1 to 104 characters',
  },
  LocalAddress: {
    ...usual,
    schema: z.string().refine((text) => isIP(text) !== 0, 'must be an IP address'),
    help: 'Address of this computer to connect from; not set: the system chooses. A loopback address is for development: labels are then taken on it alone',
    range: 'an IPv4 or IPv6 address',
  },
  Email: {
    ...usual,
    schema: z.email('must be an e-mail address').max(254),
    help: 'E-mail address sent along with the registration',
    range: 'an e-mail address',
  },
  SupportAppNumber: {
    ...usual,
    schema: SystemReport.shape.supportAppNumber.unwrap(),
    help: 'Number of the remote support program on this computer',
    range: '1 to 32 characters',
  },
  Printers: {
    ...usual,
    schema: z.string().transform((text, context) => {
      const printers = parseExtraPrinters(text)
      if (!('fault' in printers)) return printers
      context.addIssue(printers.fault)
      return z.NEVER
    }),
    help: 'Printers of this computer that nothing finds by itself: network printers, serial ports and folders. Of a serial port baud (9600), data (8), parity (none), stop (1) and flow (none, rtscts, xonxoff) can be told. A tls: printer is known by its certificate: the one that is named by its SHA-256, else the first that was seen',
    range: `up to ${MAX_EXTRA_PRINTERS} of ${EXTRA_PRINTER_FORMS.join(', ')}, with commas between`,
  },
  LabelSenders: {
    ...usual,
    schema: z.enum(['computer', 'network']),
    help: 'Who may send labels to a PrinterComputer: programs on it only, or its private networks too',
    range: 'computer, network',
    fallback: 'network',
  },
  LabelMedia: {
    ...usual,
    schema: LabelMediaText,
    help: 'Labels in the printer of a PrinterComputer, for which prescriptions are drawn: width and height in millimetres, and the resolution of the printer; its Clients are told',
    range: 'WIDTHxHEIGHT@DPI: 30 to 110 by 20 to 300 mm, at 203, 300 or 600 dpi',
    fallback: '100x50@203',
  },
  TcpPort: {
    ...usual,
    schema: PortSetting,
    help: 'Port that a Client opens for the label programs on it; a PrinterComputer opens the one of its assignment',
    range: '1 to 65535',
    fallback: String(DEFAULT_PRINTER_PORT),
  },
  Language: {
    ...usual,
    schema: LanguageChoice,
    help: 'Language of tray and window; system: the one that this computer is set to',
    range: LanguageChoice.options.join(', '),
    fallback: 'system',
  },
  UpdateUrl: {
    ...usual,
    schema: UpdateUrlText,
    help: 'Address from which updates of this program come; not set: none are looked for',
    range: 'HOST/PATH or https://HOST/PATH; http:// on this computer only',
  },
  LogLevel: {
    ...usual,
    schema: z.enum(LOG_LEVELS),
    help: 'Least important log lines that are written',
    range: LOG_LEVELS.join(', '),
    fallback: 'info',
  },
  UpdateKey: {
    ...usual,
    schema: UpdateKeysText,
    help: 'Public keys of whose updates are trusted, instead of those in this build; for tests',
    range: 'Ed25519 or P-256 as SubjectPublicKeyInfo in Base64, up to 4 with spaces between',
    restart: true,
    stored: false,
  },
  BrowserSignIn: {
    ...usual,
    schema: z.stringbool({ truthy: ['true'], falsy: ['false'] }),
    help: 'Whether a pharmacist may sign in on the pages of agent open, too; otherwise in the window of the tray only',
    range: 'true, false',
    fallback: 'false',
    restart: true,
    stored: false,
  },
  DataFolder: {
    ...usual,
    schema: z.string().min(1).max(1_024),
    help: 'Folder of the database',
    range: 'a folder of its own for each agent',
    restart: true,
    stored: false,
  },
  ControlSocket: {
    ...usual,
    schema: z.string().min(1).max(1_024),
    help: 'Socket on which a running agent answers commands',
    range: 'a path of at most 103 bytes; a named pipe on Windows',
    restart: true,
    stored: false,
  },
} as const satisfies Readonly<Record<string, AgentSetting>>

export type SettingName = keyof typeof SETTINGS
export const settingNames = Object.keys(SETTINGS) as [SettingName, ...SettingName[]]
type ValueOf<S> = S extends { schema: z.ZodType; fallback: infer F }
  ? F extends null
    ? z.output<S['schema']> | null
    : z.output<S['schema']>
  : never
export type SettingsValues = { readonly [K in SettingName]: ValueOf<(typeof SETTINGS)[K]> }

/** The environment variable of a setting. */
export function variableOf(name: SettingName): string {
  return `Agent__${name}`
}
