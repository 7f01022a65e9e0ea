// Packs the servers for Debian: the tree, its units, relayctl, and what happens when it is installed, upgraded and removed.
import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { repository } from '../../command.ts'
import { run } from '../run.ts'
import { debianComponent, SBOM_FILE, writeSbom } from './sbom.ts'
import { executable, platformVersion, setVersion, stageServer } from './server-tree.ts'
import { unitFiles } from './server-units.ts'

const FOLDER = path.join(repository, '.data/package/server')
const ROOT = path.join(FOLDER, 'root')
const SOURCES = path.join(repository, 'build/server')
const PACK_LIMIT_MS = 600_000
const DEPENDS = ['libc6 (>= 2.28)', 'libstdc++6', 'systemd (>= 252)', 'postgresql-client'] as const
const SCRIPTS = ['preinst', 'postinst', 'prerm', 'postrm'] as const

/**
 * Absolute path of the deb; beside it lies the list of its components. Throws Error with what npm or dpkg-deb printed, and
 * where a licence or a hash keeps it from being released.
 */
export async function buildServerDeb(): Promise<string> {
  const version = await platformVersion()
  await rm(ROOT, { recursive: true, force: true })
  await stageServer(treeOf(version))
  await writeSbom(treeOf(version), DEPENDS.map(debianComponent))
  return packed(version)
}

/**
 * The package that was built last once more, as another version and with what `alter` changes in its tree: for trials of an
 * upgrade. Throws Error with what dpkg-deb printed.
 */
export async function buildOtherDeb(
  version: string,
  alter: (tree: string) => Promise<void>,
): Promise<string> {
  const before = await platformVersion()
  await rename(treeOf(before), treeOf(version))
  await setVersion(treeOf(version), version)
  await alter(treeOf(version))
  return packed(version)
}

function treeOf(version: string): string {
  return path.join(ROOT, 'usr/lib/pharmacy-relay', version)
}

/** What belongs to a version beside its tree, and all of it as a package. */
async function packed(version: string): Promise<string> {
  for (const [file, text] of Object.entries(unitFiles(await source('pharmacy-relay@.service'))))
    await written(path.join(ROOT, file), text)
  await executable(path.join(ROOT, 'usr/bin/relayctl'), await source('relayctl.sh'))
  await written(path.join(ROOT, 'DEBIAN/control'), control(version))
  for (const name of SCRIPTS)
    await executable(path.join(ROOT, 'DEBIAN', name), scriptText(await source(`${name}.sh`), version))
  const deb = path.join(FOLDER, `pharmacy-relay-server_${version}_amd64.deb`)
  await run('dpkg-deb', ['--root-owner-group', '-Zxz', '-z1', '--build', ROOT, deb], {
    limitMs: PACK_LIMIT_MS,
  })
  await copyFile(path.join(treeOf(version), SBOM_FILE), deb.replace(/deb$/, 'cdx.json'))
  return deb
}

async function source(name: string): Promise<string> {
  return readFile(path.join(SOURCES, name), 'utf8')
}

async function written(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, text, { mode: 0o644 })
}

/** Of dpkg's scripts, with what they say of a version. */
export function scriptText(script: string, version: string): string {
  return script.replaceAll('VERSION', version).replaceAll('OLDEST', oldestBefore(version))
}

/** The release before a version, from which it may be upgraded at once: `0.4.2` from `0.3.0` on, `2.0.0` from any `1`. */
export function oldestBefore(version: string): string {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (minor > 0) return `${major}.${minor - 1}.0`
  return `${Math.max(0, major - 1)}.0.0`
}

/** Without a version: Debian gives the tools one by a name that has none, and relayctl looks itself. Its backups are made by them. */
function control(version: string): string {
  return `Package: pharmacy-relay-server
Version: ${version}
Architecture: amd64
Section: net
Priority: optional
Maintainer: Pharmacy device relay <nobody@pharmacy-device-relay.invalid>
Depends: ${DEPENDS.join(', ')}
Recommends: postgresql (>= 15)
Description: Pharmacy device relay: gateway, APIs, portal with relay hub, storefront
 Labels of pharmacies on the right printer. relayctl makes an installation,
 starts it, watches it, backs it up and brings it back.
`
}
