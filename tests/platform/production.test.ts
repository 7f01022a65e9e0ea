// What production must not do: start on a default that is a development value, or talk in clear to other machines.
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')
const LIMIT_MS = 120_000
const URL_OF_NOBODY = 'postgresql://nobody@127.0.0.1:9/none'
const LONG = 'A'.repeat(43)
const INTERNAL = { InternalApi__Key: LONG }

const PROGRAMS = [
  {
    program: 'relay-server/identity-api',
    section: 'Identity',
    needed: {
      ...INTERNAL,
      Identity__SealKey: LONG,
      Identity__RefreshKey: LONG,
      Identity__ServiceClients: `portal:${LONG}`,
      Portal__PublicUrl: 'https://panel.example',
      Services__Store: 'https://store.example',
      ConnectionStrings__cs_identity: URL_OF_NOBODY,
    },
  },
  {
    program: 'relay-server/store-api',
    section: 'Store',
    needed: {
      ...INTERNAL,
      Services__Identity: 'https://identity.example',
      Services__Gateway: 'https://gateway.example',
      Store__DeviceKeySecret: LONG,
      Payments__ProviderUrl: 'https://payments.example',
      Payments__ApiKey: LONG,
      Payments__WebhookSecret: LONG,
      ServiceClient__Secret__store: LONG,
      ConnectionStrings__cs_store: URL_OF_NOBODY,
    },
  },
  {
    program: 'relay-server/pharmacy-api',
    section: 'Pharmacy',
    needed: {
      ...INTERNAL,
      Services__Identity: 'https://identity.example',
      Services__Gateway: 'https://gateway.example',
      Pharmacy__SmsKey: LONG,
      Portal__PublicUrl: 'https://panel.example',
      ServiceClient__Secret__pharmacy: LONG,
      Pharmacy__ErasureFolder: '/nowhere',
      Pharmacy__RetentionYears: 'TR=10',
      Pharmacy__DataKeys: `1:${Buffer.alloc(32, 1).toString('base64url')}`,
      Pharmacy__IndexKeys: `1:${Buffer.alloc(32, 2).toString('base64url')}`,
      ConnectionStrings__cs_medicine: URL_OF_NOBODY,
    },
  },
  {
    program: 'portal',
    section: 'Portal',
    needed: {
      Portal__PublicUrl: 'https://panel.example',
      Portal__CookieKey: LONG,
      Services__Gateway: 'https://gateway.example',
      ServiceClient__Secret__portal: LONG,
    },
  },
  { program: 'relay-server/gateway', section: 'Gateway', needed: {} },
]

/** Runs a program under NODE_ENV=production until it ends; what it said on standard error, and what it left on disk. */
async function refusal(program: string, settings: Readonly<Record<string, string>>) {
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'relay-production-'))
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }))
  const env = {
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    Data__Folder: dataFolder,
    ...settings,
  }
  const args = [path.join(ROOT, 'scripts/run.cjs'), path.join(ROOT, program, 'main.ts')]
  const text = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { env, timeout: LIMIT_MS }, (error, _out, said) =>
      resolve(error?.code === 1 ? said : `ended otherwise: ${said}`),
    )
  })
  return { text, left: readdirSync(dataFolder) }
}

describe('in production', () => {
  it.each(PROGRAMS.filter(({ program }) => !program.includes('gateway')))(
    '$program refuses to start without its settings, names each, and makes no secrets of its own',
    async ({ program, needed }) => {
      const { text, left } = await refusal(program, {})
      for (const name of Object.keys(needed)) expect(text).toContain(`${name} is required`)
      expect(text).not.toContain(LONG)
      expect(left).toEqual([])
    },
  )

  it.each(PROGRAMS)('$program refuses to listen in clear to other machines', async (one) => {
    const settings = { ...one.needed, [`${one.section}__Host`]: '0.0.0.0', [`${one.section}__Port`]: '0' }
    const { text } = await refusal(one.program, settings)
    expect(text).toContain(`${one.section}__BehindTerminator=true`)
    expect(text).toContain('Network__Private')
  })
})
