// For tests: what a test looks for in the text of a page.

export interface PageText {
  /** The form token; empty when the page has none. */
  readonly csrf: string
  /** The value of a field by its name; null when there is no such field. */
  field(name: string): string | null
}

export function load(html: string): PageText {
  const field = (name: string): string | null => {
    const tag = new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html)?.[0]
    return tag === undefined ? null : (/value="([^"]*)"/.exec(tag)?.[1] ?? '')
  }
  return { csrf: field('csrf') ?? '', field }
}
