// Reads rendered HTML into its opening tags, strictly: whatever is not well formed is a fault of the page.

export interface Tag {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  /** Where the tag stands in the text. */
  readonly index: number
}

const TAG = /<([a-z][a-z0-9]*)((?: [^\s"'<>/=]+(?:="[^"<]*")?)*) ?\/?>/g
const ATTRIBUTE = / ([^\s"'<>/=]+)(?:="([^"<]*)")?/g

/** @throws when a `<` stands outside of a well-formed tag, as a name that was not escaped would leave it. */
export function tagsOf(html: string): Tag[] {
  const rest = html
    .replace(/^<!doctype html>\n/, '')
    .replaceAll(TAG, '')
    .replaceAll(/<\/[a-z][a-z0-9]*>/g, '')
  if (rest.includes('<'))
    throw new Error(`not well formed: ${rest.slice(rest.indexOf('<'), rest.indexOf('<') + 80)}`)
  return [...html.matchAll(TAG)].map((match) => ({
    name: match[1] ?? '',
    attributes: Object.fromEntries(
      [...(match[2] ?? '').matchAll(ATTRIBUTE)].map((attribute) => [attribute[1] ?? '', attribute[2] ?? '']),
    ),
    index: match.index,
  }))
}

/** What a text looks like inside rendered HTML. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
