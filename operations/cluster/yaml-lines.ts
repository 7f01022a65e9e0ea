// Plain values as YAML, one a line, texts always in quotes: as much of YAML as patroni's settings take.

export type YamlValue =
  | string
  | number
  | boolean
  | readonly YamlValue[]
  | { readonly [name: string]: YamlValue }

/** Ends with a newline. Names stand as they are. */
export function stringify(value: { readonly [name: string]: YamlValue }): string {
  return `${linesOf(value).join('\n')}\n`
}

function linesOf(value: YamlValue): string[] {
  if (typeof value !== 'object') return [scalar(value)]
  if (isList(value)) return value.flatMap((item) => moved(linesOf(item), '- '))
  return Object.entries(value).flatMap(([name, item]) =>
    typeof item === 'object' ? [`${name}:`, ...moved(linesOf(item), '  ')] : [`${name}: ${scalar(item)}`],
  )
}

/** JSON's quotes and escapes are YAML's too. */
function scalar(value: string | number | boolean): string {
  return JSON.stringify(value)
}

function moved(lines: readonly string[], lead: string): string[] {
  return lines.map((line, index) => (index === 0 ? lead : '  ') + line)
}

function isList(value: YamlValue): value is readonly YamlValue[] {
  return Array.isArray(value)
}
