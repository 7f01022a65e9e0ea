// What a list of components (CycloneDX) has to hold before it goes into a release. Pure.
import { z } from 'zod'

const License = z.union([
  z.looseObject({ license: z.looseObject({ id: z.string() }) }),
  z.looseObject({ expression: z.string() }),
])
export const Component = z.looseObject({
  'bom-ref': z.string(),
  type: z.string(),
  name: z.string(),
  version: z.string(),
  licenses: z.array(License).optional(),
  hashes: z.array(z.looseObject({ alg: z.string(), content: z.string().min(32) })).optional(),
})
export type Component = z.infer<typeof Component>
export const Sbom = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.string(),
  serialNumber: z.string().optional(),
  metadata: z.looseObject({ timestamp: z.string().optional() }).optional(),
  components: z.array(Component),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()).optional() })),
})
export type Sbom = z.infer<typeof Sbom>

/** May be shipped with a program under MIT. LGPL and MPL: as files of their own, which anybody may replace. */
const ALLOWED = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'CC0-1.0',
  'Unlicense',
  'BlueOak-1.0.0',
  'OFL-1.1',
  'MPL-2.0',
  'LGPL-3.0-or-later',
])

/** Whose package says it in words alone; each was read in its own files. */
export const READ_BY_A_PERSON: Readonly<Record<string, string>> = {
  // "SEE LICENSE IN README.md AND LICENSE": Bitstream Vera and Arev, free to ship with a program.
  'dejavu-fonts-ttf': 'Bitstream-Vera',
  // BSD-0-Clause, which is no name of SPDX: the Zero-Clause BSD.
  'htmx.org': '0BSD',
  // Licence in the file LICENSE alone.
  'png-js': 'MIT',
  // "licenses", as packages of old said it.
  'xmlhttprequest-ssl': 'MIT',
}
const OURS = '@pharmacy-relay/'

/** What keeps it out of a release, a line each. Our own workspaces have no hash: they are what is built. */
export function faultsIn({ components }: Pick<Sbom, 'components'>): string[] {
  return components.filter((one) => !one['bom-ref'].startsWith(OURS)).flatMap(faultsOf)
}

function faultsOf({ name, version, licenses = [], hashes = [] }: Component): string[] {
  const text = licenses
    .map((one) => ('expression' in one ? String(one.expression) : licenseId(one)))
    .join(' AND ')
  const isKnown = name in READ_BY_A_PERSON
  return [
    ...(isKnown || isAllowed(text) ? [] : [`${name} ${version}: licence ${text || 'not said'}`]),
    ...(hashes.length === 0 ? [`${name} ${version}: no hash`] : []),
  ]
}

function licenseId(one: z.infer<typeof License>): string {
  const parsed = z.looseObject({ license: z.looseObject({ id: z.string() }) }).safeParse(one)
  return parsed.success ? parsed.data.license.id : ''
}

/** Every part of what is joined by AND, one part of what is joined by OR. */
function isAllowed(expression: string): boolean {
  const bare = expression.replaceAll(/[()]/g, ' ').trim()
  if (bare === '') return false
  return bare.split(/\s+AND\s+/).every((part) => part.split(/\s+OR\s+/).some((id) => ALLOWED.has(id.trim())))
}
