// Every connection proves its key before anything else, with real signatures over real sockets.
import { newCertificate } from '@pharmacy-relay/shared/test/test-certificates.ts'
import type { Challenge } from '@pharmacy-relay/shared/pairing.ts'
import { describe, expect, test } from 'vitest'
import {
  never,
  newHello,
  startTestHub,
  type DeviceOptions,
  type TestDevice,
  type TestHub,
} from '../test/test-hub.ts'

const certificate = newCertificate()

/** How the hub ends a connection whose registration was asked for at once. */
async function refusalOf(
  hub: TestHub,
  options: DeviceOptions,
): Promise<{ code: unknown; device: TestDevice }> {
  const device = await hub.connect(options)
  const refused: unknown = await device
    .ask('RegisterDeviceAsync', device.registration)
    .catch((error: unknown) => error)
  await device.closed
  expect(hub.registry.opens).toEqual([])
  return { code: (refused as { code?: unknown }).code, device }
}

describe('the challenge', () => {
  test('comes at once, another one on every connection, and the registry hears the proven certificate', async () => {
    const hub = await startTestHub()
    const hello = newHello()
    const nonces: string[] = []
    for (let time = 0; time < 2; time += 1) {
      const device = await hub.connect({
        hello,
        handlers: {
          ChallengeAsync: async ({ nonce }: Challenge) => {
            nonces.push(nonce)
            return certificate.prove({ nonce, audience: new URL(hub.url).host, ...hello })
          },
        },
      })
      await device.ask('RegisterDeviceAsync', device.registration)
    }
    expect(new Set(nonces).size).toBe(2)
    expect(hub.registry.opens.map((open) => open.certificate)).toEqual([certificate.pem, certificate.pem])
  })

  const hello = newHello()
  const facts = ({ nonce }: Challenge, hub: TestHub) => ({ nonce, audience: new URL(hub.url).host, ...hello })
  type Prover = (challenge: Challenge, hub: TestHub) => ReturnType<typeof certificate.prove>
  const bad: [string, Prover][] = [
    [
      'of another connection',
      (asked, hub) => certificate.prove({ ...facts(asked, hub), nonce: 'n'.repeat(43) }),
    ],
    [
      'of another boot',
      (asked, hub) => certificate.prove({ ...facts(asked, hub), bootId: newHello().bootId }),
    ],
    [
      'of another device',
      (asked, hub) => certificate.prove({ ...facts(asked, hub), installId: newHello().installId }),
    ],
    [
      'for another hub',
      (asked, hub) => certificate.prove({ ...facts(asked, hub), audience: 'portal.example' }),
    ],
    [
      'for this hub, signed for another',
      (asked, hub) => ({
        ...certificate.prove({ ...facts(asked, hub), audience: 'portal.example' }),
        audience: facts(asked, hub).audience,
      }),
    ],
    [
      'of a key that is not the one of the certificate',
      (asked, hub) => ({ ...certificate.prove(facts(asked, hub)), certificate: newCertificate().pem }),
    ],
    ['of a key on another curve', (asked, hub) => newCertificate('secp384r1').prove(facts(asked, hub))],
    [
      'with a certificate that cannot be read',
      (asked, hub) => ({
        ...certificate.prove(facts(asked, hub)),
        certificate: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n',
      }),
    ],
    [
      'with a signature that is none',
      (asked, hub) => ({ ...certificate.prove(facts(asked, hub)), signature: 'A'.repeat(88) }),
    ],
  ]
  test.each(bad)('refuses a proof %s, says so and closes', async (_what, prove) => {
    const hub = await startTestHub()
    const { code, device } = await refusalOf(hub, {
      hello,
      handlers: { ChallengeAsync: async (asked) => prove(asked, hub) },
    })
    expect(code).toBe('BAD_KEY')
    expect(device.heard).toContainEqual({
      event: 'SessionEndedAsync',
      args: [expect.objectContaining({ code: 'BAD_KEY' })],
    })
    expect(hub.hub.facts()).toMatchObject({ sessions: 0 })
  })

  test('without an answer nothing is answered, and the connection ends in time', async () => {
    const hub = await startTestHub({ settings: { registerWithinMs: 1_000 } })
    const { code } = await refusalOf(hub, { handlers: { ChallengeAsync: never } })
    expect(code).toBe('TIMEOUT')
  })

  test('a device that proved its key and asks nothing is closed too', async () => {
    const hub = await startTestHub({ settings: { registerWithinMs: 1_000 } })
    const device = await hub.connect()
    await device.closed
    expect(hub.registry.opens).toEqual([])
  })

  test('everything else waits for the registration', async () => {
    const hub = await startTestHub()
    const device = await hub.connect()
    await expect(device.ask('NudgeAsync', 'a'.repeat(64))).rejects.toMatchObject({ code: 'NOT_REGISTERED' })
    await expect(device.ask('UnregisterDeviceAsync')).rejects.toMatchObject({ code: 'NOT_REGISTERED' })
  })
})
