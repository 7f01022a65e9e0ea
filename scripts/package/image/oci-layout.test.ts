// An image as a file: the same parts give the same bytes, and every name in it is the hash of what it names.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { packFolder, writeImage } from './oci-layout.ts'

const TIME = 1_735_689_600
const Blob = z.object({ digest: z.string(), size: z.number() })
const Index = z.object({ manifests: z.tuple([Blob]) })
const Manifest = z.object({ config: Blob, layers: z.array(Blob) })
const Config = z.object({
  rootfs: z.object({ diff_ids: z.array(z.string()) }),
  config: z.object({ User: z.string() }),
})
const Docker = z.tuple([
  z.object({ Config: z.string(), RepoTags: z.array(z.string()), Layers: z.array(z.string()) }),
])
const sha = (bytes: Buffer): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`

function newFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'image-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** `at`: when its files were written; in another order than the names. */
async function built(at: Date, names: readonly string[]) {
  const folder = newFolder()
  const root = path.join(folder, 'root')
  mkdirSync(root)
  for (const name of names) {
    writeFileSync(path.join(root, name), `text of ${name}`, { mode: 0o644 })
    utimesSync(path.join(root, name), at, at)
  }
  symlinkSync('a', path.join(root, 'link'))
  const layer = path.join(folder, 'layer.tar')
  await packFolder(root, layer, TIME)
  const [file, layout] = [path.join(folder, 'image.tar'), path.join(folder, 'layout')]
  const parts = { layers: [layer, layer], name: 'relay:1.0.0', time: TIME, config: { User: '10001:10001' } }
  return { file, layout, layer, digest: await writeImage(file, layout, parts) }
}

test('made at another time and in another order it is the same, byte for byte', async () => {
  const one = await built(new Date(2026, 1, 1), ['a', 'b', 'c'])
  const other = await built(new Date(2027, 5, 5), ['c', 'b', 'a'])
  expect(sha(readFileSync(one.file))).toBe(sha(readFileSync(other.file)))
  expect(one.digest).toBe(other.digest)
  const third = await built(new Date(2026, 1, 1), ['a', 'b', 'd'])
  expect(third.digest).not.toBe(one.digest)
})

test('each blob is named by its hash, and both manifests name the same blobs', async () => {
  const { file, layout, layer, digest } = await built(new Date(), ['a'])
  const blob = (of: string): Buffer => readFileSync(path.join(layout, 'blobs', of.replace(':', '/')))
  const json = (bytes: Buffer): unknown => JSON.parse(bytes.toString('utf8'))
  const [head] = Index.parse(json(readFileSync(path.join(layout, 'index.json')))).manifests
  const manifest = Manifest.parse(json(blob(head.digest)))
  for (const { digest: of, size } of [head, manifest.config, ...manifest.layers])
    expect([sha(blob(of)), blob(of).length]).toEqual([of, size])
  const config = Config.parse(json(blob(manifest.config.digest)))
  expect(config.config.User).toBe('10001:10001')
  expect(config.rootfs.diff_ids).toEqual(manifest.layers.map((one) => sha(gunzipSync(blob(one.digest)))))
  expect(config.rootfs.diff_ids[0]).toBe(sha(readFileSync(layer)))
  const [docker] = Docker.parse(json(readFileSync(path.join(layout, 'manifest.json'))))
  expect(docker.RepoTags).toEqual(['relay:1.0.0'])
  expect(docker.Layers.every((one) => existsSync(path.join(layout, one)))).toBe(true)
  expect(digest).toBe(head.digest)
  expect(execFileSync('tar', ['-tf', file]).toString()).toContain('./index.json')
})
