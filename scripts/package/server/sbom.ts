// The list of everything in the servers' package, as CycloneDX: npm's packages, Node, and what Debian has to bring.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { z } from 'zod'
import { run } from '../run.ts'
import { faultsIn, Sbom, type Component } from './sbom-rules.ts'

export const SBOM_FILE = 'sbom.cdx.json'
const LIMIT_MS = 120_000
const MAX_BYTES = 32 * 1_024 ** 2
const runFile = promisify(execFile)
const Manifest = z.looseObject({ name: z.string().optional(), version: z.string().optional() })

/**
 * npm's own list of all that is locked, of all systems. Not `--omit dev`: it leaves out whatever anybody has for development, also
 * where another workspace has it for production (zod, ws). Throws Error with what npm printed.
 */
export async function lockedSbom(tree: string): Promise<Sbom> {
  const what = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']
  const options = { timeout: LIMIT_MS, maxBuffer: MAX_BYTES }
  const { stdout } = await runFile('npm', [...what, '--prefix', tree], options)
  return Sbom.parse(JSON.parse(stdout))
}

/**
 * Writes the list of a staged tree into it, the same for the same tree. `debian`: what is not npm's. Throws Error naming every licence that is not
 * allowed, every missing hash and every package that is shipped and not listed.
 */
export async function writeSbom(tree: string, debian: readonly Component[]): Promise<void> {
  const locked = await lockedSbom(tree)
  const shipped = await shippedPackages(path.join(tree, 'node_modules'))
  const components = locked.components.filter((one) => shipped.has(one['bom-ref']))
  const listed = new Set(components.map((one) => one['bom-ref']))
  const missing = [...shipped]
    .filter((ref) => !listed.has(ref))
    .map((ref) => `${ref} is shipped and not listed`)
  const faults = [...missing, ...faultsIn({ components })]
  if (faults.length > 0) throw new Error(`The package cannot be released:\n${faults.join('\n')}`)
  const dependencies = locked.dependencies.filter(({ ref }) => listed.has(ref) || !isComponent(locked, ref))
  const all = [...components, await nodeComponent(tree), ...debian]
  await writeFile(
    path.join(tree, SBOM_FILE),
    `${JSON.stringify({ ...withoutChance(locked), components: all, dependencies: dependencies.map(keptOnly(listed)) }, null, 2)}\n`,
  )
}

/** Without the number and the time that npm gives each list. */
function withoutChance(list: Sbom): Sbom {
  return { ...list, serialNumber: undefined, metadata: { ...list.metadata, timestamp: undefined } }
}

function isComponent({ components }: Sbom, ref: string): boolean {
  return components.some((one) => one['bom-ref'] === ref)
}

function keptOnly(listed: ReadonlySet<string>) {
  return <D extends Sbom['dependencies'][number]>(one: D): D => ({
    ...one,
    dependsOn: (one.dependsOn ?? []).filter((ref) => listed.has(ref)),
  })
}

/** `name@version` of every package below a node_modules. */
async function shippedPackages(modules: string): Promise<Set<string>> {
  const found = new Set<string>()
  for (const folder of await packageFolders(modules)) {
    const file = path.join(folder, 'package.json')
    // A workspace that is not installed is a link to nowhere.
    if (!existsSync(file)) continue
    const { name, version } = Manifest.parse(JSON.parse(await readFile(file, 'utf8')))
    if (name !== undefined && version !== undefined) found.add(`${name}@${version}`)
    for (const ref of await shippedPackages(path.join(folder, 'node_modules'))) found.add(ref)
  }
  return found
}

async function packageFolders(modules: string): Promise<string[]> {
  if (!existsSync(modules)) return []
  const names = (await readdir(modules)).filter((name) => !name.startsWith('.'))
  const folders = names.map(async (name) => {
    const folder = path.join(modules, name)
    return name.startsWith('@') ? (await readdir(folder)).map((inner) => path.join(folder, inner)) : [folder]
  })
  return (await Promise.all(folders)).flat()
}

async function nodeComponent(tree: string): Promise<Component> {
  const file = path.join(tree, 'node')
  const version = (await run(file, ['--version'], { limitMs: LIMIT_MS })).trim().replace(/^v/, '')
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return {
    'bom-ref': `node@${version}`,
    type: 'application',
    name: 'node',
    version,
    purl: `pkg:generic/node@${version}`,
    licenses: [{ license: { id: 'MIT' } }],
    hashes: [{ alg: 'SHA-256', content: hash.digest('hex') }],
  }
}

/** A package of Debian that is in an image: `libc6 2.36-9+deb12u10`. Its licence is its file copyright in the image. */
export function installedComponent(listed: string): Component {
  const [name = '', version = ''] = listed.split(' ')
  const purl = `pkg:deb/debian/${name}@${encodeURIComponent(version)}`
  return { 'bom-ref': `debian:${name}`, type: 'library', name, version, purl }
}

/** Not in the package: which version there is, the machine's Debian decides. */
export function debianComponent(depends: string): Component {
  const [name = '', range = 'any'] = depends.split(/\s+\(|\)/)
  return {
    'bom-ref': `debian:${name}`,
    type: 'library',
    name,
    version: range,
    purl: `pkg:deb/debian/${name}`,
    properties: [{ name: 'pharmacy-relay:from', value: "the machine's Debian" }],
  }
}
