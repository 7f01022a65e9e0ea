// Writes an image as a tar that engines load: an OCI layout, with Docker's own manifest beside it for those that read no OCI. No engine, no registry.
//
//   oci-layout  index.json ─▶ blobs/sha256/MANIFEST ─▶ blobs/sha256/CONFIG, blobs/sha256/LAYER…
//   manifest.json ───────────────────────────────────▶ the same CONFIG and LAYERs
import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { run } from '../run.ts'

const LIMIT_MS = 600_000
const TYPE = 'application/vnd.oci.image'
const LEVEL = 6

export interface ImageParts {
  /** Tars of file systems, the lowest first. */
  readonly layers: readonly string[]
  /** `pharmacy-relay-server:0.1.0`. */
  readonly name: string
  /** Seconds since 1970, of everything. */
  readonly time: number
  /** As the image specification has it: User, Env, Entrypoint and so on. */
  readonly config: Readonly<Record<string, unknown>>
}

interface Blob {
  readonly mediaType: string
  readonly digest: string
  readonly size: number
}

/** Into `file`, whole or not at all; `folder` is emptied and holds the layout. The same parts give the same bytes. Gives the digest of the manifest. */
export async function writeImage(file: string, folder: string, parts: ImageParts): Promise<string> {
  const { layers, name, time } = parts
  await rm(folder, { recursive: true, force: true })
  await mkdir(path.join(folder, 'blobs/sha256'), { recursive: true })
  const packed: (Blob & { readonly diffId: string })[] = []
  for (const layer of layers) packed.push(await packLayer(folder, layer))
  const created = new Date(time * 1_000).toISOString()
  const config = await textBlob(folder, `${TYPE}.config.v1+json`, {
    created,
    architecture: 'amd64',
    os: 'linux',
    config: parts.config,
    rootfs: { type: 'layers', diff_ids: packed.map(({ diffId }) => diffId) },
    history: packed.map(() => ({ created, created_by: 'npm run package:image' })),
  })
  const type = `${TYPE}.manifest.v1+json`
  const bare = packed.map(({ mediaType, digest, size }) => ({ mediaType, digest, size }))
  const manifest = await textBlob(folder, type, { schemaVersion: 2, mediaType: type, config, layers: bare })
  const [, tag = ''] = name.split(':')
  const annotations = {
    'org.opencontainers.image.ref.name': tag,
    'io.containerd.image.name': `docker.io/library/${name}`,
  }
  const index = { schemaVersion: 2, manifests: [{ ...manifest, annotations }] }
  const docker = [
    { Config: pathOf(config.digest), RepoTags: [name], Layers: bare.map(({ digest }) => pathOf(digest)) },
  ]
  await writeFile(path.join(folder, 'oci-layout'), JSON.stringify({ imageLayoutVersion: '1.0.0' }))
  await writeFile(path.join(folder, 'index.json'), JSON.stringify(index))
  await writeFile(path.join(folder, 'manifest.json'), JSON.stringify(docker))
  await packFolder(folder, `${file}.new`, time)
  await rename(`${file}.new`, file)
  return manifest.digest
}

/** A tar of a folder as root's, in the order of names: the same folder gives the same bytes. Its own modes count. Throws Error with what tar printed. */
export async function packFolder(folder: string, tar: string, time: number): Promise<void> {
  const same = [
    '--sort=name',
    `--mtime=@${time}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--format=gnu',
  ]
  await run('tar', [...same, '-C', folder, '-cf', tar, '.'], { limitMs: LIMIT_MS })
}

async function packLayer(folder: string, tar: string): Promise<Blob & { readonly diffId: string }> {
  const draft = path.join(folder, 'layer.new')
  const [plain, packed] = [createHash('sha256'), createHash('sha256')]
  await pipeline(
    createReadStream(tar),
    hashing(plain),
    createGzip({ level: LEVEL }),
    hashing(packed),
    createWriteStream(draft),
  )
  const digest = `sha256:${packed.digest('hex')}`
  const { size } = await stat(draft)
  await rename(draft, path.join(folder, pathOf(digest)))
  return { mediaType: `${TYPE}.layer.v1.tar+gzip`, digest, size, diffId: `sha256:${plain.digest('hex')}` }
}

function hashing(hash: Hash): Transform {
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk)
      done(null, chunk)
    },
  })
}

async function textBlob(folder: string, mediaType: string, value: unknown): Promise<Blob> {
  const text = JSON.stringify(value)
  const digest = `sha256:${createHash('sha256').update(text).digest('hex')}`
  await writeFile(path.join(folder, pathOf(digest)), text)
  return { mediaType, digest, size: Buffer.byteLength(text) }
}

function pathOf(digest: string): string {
  return `blobs/${digest.replace(':', '/')}`
}
