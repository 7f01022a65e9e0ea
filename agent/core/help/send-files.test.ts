// The support bundle that a person sends with a request: once, sealed until it is there, and never too large.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { MAX_PACKED_BYTES } from '@pharmacy-relay/shared/api/support/help-bundle.ts'
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { describe, expect, test } from 'vitest'
import { bundleFile, labelFile } from './files-for-help.ts'
import { packBundle } from './packed-bundle.ts'
import { askedAndSent, helpScene, requestOf } from './test/help-scene.ts'

const AT = '2026-11-20T09:00:00.000Z'

describe('The support bundle', () => {
  const BUNDLE = `Support bundle of COUNTER-1\n\n== Log, the newest last ==\n{"event":"relay.up"}\n`
  const wanted = (key: string) => ({ key, clientId: randomUUID() })
  const textOf = (packed: Uint8Array | undefined) => gunzipSync(packed ?? new Uint8Array()).toString()

  test('K25: goes by one click, once, also where the connection broke off and it was sent again', async () => {
    const scene = await helpScene()
    await scene.connect()
    const key = await askedAndSent(scene)
    scene.support.onCommitted = scene.cut
    const click = wanted(key)
    const make = async () => bundleFile(BUNDLE, AT)
    await Promise.all([scene.desk().sendFile(click, make), scene.desk().sendFile(click, make)])
    await scene.comeBack()
    await until('it is at support', () => scene.desk().one(key).lines.at(-1)?.seq === 2)
    expect(scene.support.asked['SendHelpBundleAsync']).toBe(2)
    expect(scene.support.bundles).toHaveLength(1)
    const [sent] = scene.support.bundles
    expect(textOf(sent?.packed)).toBe(BUNDLE)
    expect(sent?.sha256).toBe(createHash('sha256').update(BUNDLE).digest('hex'))
    expect(sent?.fileName).toMatch(/^support-bundle-[\d-]+\.txt$/)
    expect(scene.texts(key)).toEqual(['No label', sent?.fileName])
  })

  test('without a connection is kept sealed as it was then, over a restart, behind the request; what is refused says why', async () => {
    const scene = await helpScene()
    const request = requestOf('No label')
    scene.desk().ask(request)
    await scene.desk().sendFile(wanted(request.clientId), async () => bundleFile(BUNDLE, AT))
    const [, line] = scene.desk().one(request.clientId).lines
    expect(line).toMatchObject({ author: 'pharmacy', seq: null, notSent: { refusal: null } })
    await scene.restart()
    expect(scene.onDisk()).not.toContain(gzipSync(BUNDLE).toString('base64').slice(20, 60))
    expect(scene.onDisk()).not.toContain('support-bundle')
    await scene.connect()
    await until('it is at support', () => scene.support.bundles.length === 1)
    expect(scene.support.texts(1)).toEqual(['No label', scene.support.bundles[0]?.fileName])
    scene.support.refuse = new HubError('FORBIDDEN', reason('task_files_full', { max: 20 }))
    const [{ key } = { key: '' }] = scene.desk().list()
    await scene.desk().sendFile(wanted(key), async () => bundleFile(BUNDLE, AT))
    const refusal = () => scene.desk().one(key).lines.at(-1)?.notSent?.refusal?.code
    await until('support refused it', () => refusal() === 'task_files_full')
  })

  test('that is too large for one message goes with the newest lines of its log', async () => {
    const line = (n: number) => JSON.stringify({ n, id: randomBytes(60).toString('base64') })
    const log = Array.from({ length: 6_000 }, (_none, n) => line(n)).join('\n')
    const text = `Support bundle\n\n== Log, the newest last ==\n${log}\n`
    const { packed, sha256 } = await packBundle(text)
    const shown = textOf(Buffer.from(packed, 'base64'))
    expect(Buffer.from(packed, 'base64').length).toBeLessThanOrEqual(MAX_PACKED_BYTES)
    expect(sha256).toBe(createHash('sha256').update(shown).digest('hex'))
    expect(shown).toMatch(
      /^Support bundle\n\n== Log, the newest last ==\n\[older lines were left out\]\n\{"n":/,
    )
    expect(shown.endsWith(log.slice(-2_000) + '\n')).toBe(true)
  })
})

test('K27: the masked picture of a label goes as it was shown, with when and to which words the person said yes', async () => {
  const scene = await helpScene()
  await scene.connect()
  const key = await askedAndSent(scene)
  const png = randomBytes(300)
  const sha256 = createHash('sha256').update(png).digest('hex')
  const consent = { sha256, consentText: 'Der Support bekommt dieses Bild.' }
  expect(() => labelFile(randomBytes(300), consent, AT)).toThrow('not the one that was shown')
  const clientId = randomUUID()
  await scene.desk().sendFile({ key, clientId }, async () => Promise.resolve(labelFile(png, consent, AT)))
  await until('it is at support', () => scene.desk().one(key).lines.at(-1)?.seq === 2)
  const fileName = 'masked-label-2026-11-20-09-00-00.png'
  expect(scene.support.labels).toEqual([{ taskId: 1, clientId, fileName, png, consentAt: AT, ...consent }])
  expect(scene.texts(key)).toEqual(['No label', fileName])
})
