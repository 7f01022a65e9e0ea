// Which of two versions is the newer one (Semantic Versioning 2.0.0, 11): 1.2.3-rc.1 comes before 1.2.3.

/** As AgentVersion of shared/device.ts has it; the launcher loads no schemas. */
const VERSION = /^(\d{1,4})\.(\d{1,4})\.(\d{1,6})(?:-([0-9A-Za-z.-]{1,32}))?$/

export function isVersion(text: string): boolean {
  return VERSION.test(text)
}

/** Below 0 when `one` is older, above 0 when it is newer. Throws for a text that is no version. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [parts(one), parts(other)]
  for (const [index, number] of a.numbers.entries()) {
    const difference = number - (b.numbers[index] ?? 0)
    if (difference !== 0) return difference
  }
  if (a.labels.length === 0 || b.labels.length === 0) return b.labels.length - a.labels.length
  return compareLabels(a.labels, b.labels)
}

function parts(version: string): { readonly numbers: readonly number[]; readonly labels: readonly string[] } {
  const found = VERSION.exec(version)
  if (found === null) throw new Error(`${version.slice(0, 60)} is no version`)
  const labels = found[4]?.split('.') ?? []
  return { numbers: found.slice(1, 4).map(Number), labels }
}

/** Numbers by their value and before words, words by their letters, and the longer list is the newer one. */
function compareLabels(one: readonly string[], other: readonly string[]): number {
  for (const [index, label] of one.entries()) {
    const against = other[index]
    if (against === undefined) return 1
    const difference = compareLabel(label, against)
    if (difference !== 0) return difference
  }
  return one.length - other.length
}

function compareLabel(one: string, other: string): number {
  const [a, b] = [/^\d+$/.test(one), /^\d+$/.test(other)]
  if (a && b) return Number(one) - Number(other)
  if (a !== b) return a ? -1 : 1
  return one < other ? -1 : Number(one > other)
}
