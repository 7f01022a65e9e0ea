// The demo's SMS provider, which is not there: links by SMS can be read on its page. Started before the platform, which is told where it is.
import path from 'node:path'
import { PortText, readSettings, type Environment } from '@pharmacy-relay/shared/env.ts'
import { programArguments } from '../program-file.ts'
import type { Supervisor } from '../supervisor.ts'

const smsPortSettings = {
  SmsProvider__Port: { schema: PortText, help: 'port of the SMS stand-in', fallback: '5199' },
  SmsProvider__PagePort: { schema: PortText, help: 'port of its page', fallback: '5198' },
} as const

interface Places {
  readonly dataFolder: string
  readonly logFolder: string
  readonly environment: Environment
}

export interface DemoSms {
  /** What it received. */
  readonly pageUrl: string
  /** By which the identity API finds it. */
  readonly environment: Readonly<Record<string, string>>
}

/** Null where a provider is set up: then messages go there. Throws with words when it does not start. */
export async function startDemoSms(
  supervisor: Supervisor,
  { dataFolder, logFolder, environment }: Places,
): Promise<DemoSms | null> {
  if ((environment['Sms__ProviderUrl'] ?? '') !== '') return null
  const ports = readSettings(smsPortSettings, environment)
  const given = Object.fromEntries(Object.entries(ports).map(([name, value]) => [name, String(value)]))
  const args = programArguments('relay-server/sms-provider/main.ts', environment)
  const own = { ...environment, ...given, Data__Folder: dataFolder }
  await supervisor.start({ name: 'sms-provider', args, environment: own, logFolder })
  return {
    pageUrl: `http://127.0.0.1:${ports.SmsProvider__PagePort}/`,
    environment: {
      Sms__ProviderUrl: `https://127.0.0.1:${ports.SmsProvider__Port}/`,
      Sms__AuthorityFile: path.join(dataFolder, 'sms-provider', 'authority.pem'),
    },
  }
}
