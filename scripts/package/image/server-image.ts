// Packs the servers as one image: a small Debian below, the tree of the package above, and compose.yml beside it.
import { chmod, copyFile, lstat, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { installedComponent, SBOM_FILE, writeSbom } from '../server/sbom.ts'
import { executable, platformVersion, stageServer } from '../server/server-tree.ts'
import { composeText } from './compose-file.ts'
import { IMAGE_FOLDER, IMAGE_TIME, imageBase, missingForImage, USER_ID } from './image-base.ts'
import { imageScripts } from './image-scripts.ts'
import { packFolder, writeImage } from './oci-layout.ts'

const ROOT = path.join(IMAGE_FOLDER, 'root')
const LAYER = path.join(IMAGE_FOLDER, 'tree.tar')
const EXECUTABLE = 0o111
const CONFIG = {
  User: `${USER_ID}:${USER_ID}`,
  Env: [
    'PATH=/usr/bin:/bin',
    'NODE_ENV=production',
    'LANG=C.UTF-8',
    'CREDENTIALS_DIRECTORY=/run/secrets',
    'MALLOC_ARENA_MAX=2',
  ],
  Entrypoint: ['relay'],
  Cmd: ['relayctl', '--help'],
  WorkingDir: '/tmp',
  StopSignal: 'SIGTERM',
}

export interface ServerImage {
  /** A tar for `docker load` or `podman load`. */
  readonly file: string
  readonly compose: string
  readonly name: string
}

/**
 * Beside both lies the list of components, which the image has too. `isNewBase`: out of Debian's packages of today. Throws Error with what is
 * missing here, with what a tool printed, and where a licence or a hash keeps it from being released.
 */
export async function buildServerImage(
  isNewBase: boolean,
): Promise<ServerImage & { readonly digest: string }> {
  const missing = missingForImage()
  if (missing !== null) throw new Error(missing)
  const version = await platformVersion()
  const base = await imageBase(isNewBase)
  const tree = path.join(ROOT, 'usr/lib/pharmacy-relay', version)
  await rm(ROOT, { recursive: true, force: true })
  await stageServer(tree)
  await writeSbom(tree, base.packages.map(installedComponent))
  await symlink(version, path.join(path.dirname(tree), 'current'))
  for (const [file, text] of Object.entries(await imageScripts()))
    await executable(path.join(ROOT, file), text)
  await evenModes(ROOT)
  await packFolder(ROOT, LAYER, IMAGE_TIME)
  const image = await serverImage()
  const { file, name, compose } = image
  const layers = [base.tar, LAYER]
  const parts = { layers, name, time: IMAGE_TIME, config: CONFIG }
  const digest = await writeImage(file, path.join(IMAGE_FOLDER, 'layout'), parts)
  await writeFile(compose, composeText(name))
  await copyFile(path.join(tree, SBOM_FILE), file.replace(/oci\.tar$/, 'cdx.json'))
  return { ...image, digest }
}

/** Where it lies once it was made, and what it is called. */
export async function serverImage(): Promise<ServerImage> {
  const version = await platformVersion()
  return {
    file: path.join(IMAGE_FOLDER, `pharmacy-relay-server_${version}_amd64.oci.tar`),
    compose: path.join(IMAGE_FOLDER, 'compose.yml'),
    name: `pharmacy-relay-server:${version}`,
  }
}

/** Whatever the umask of who makes it: readable by the account of the container. */
async function evenModes(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name)
    if (entry.isSymbolicLink()) continue
    if (entry.isDirectory()) await evenModes(file)
    else await chmod(file, ((await lstat(file)).mode & EXECUTABLE) === 0 ? 0o644 : 0o755)
  }
  await chmod(folder, 0o755)
}
