// A browser by its User-Agent, as people call it: `Firefox, Windows`. What is no browser that we know stays as it wrote itself.

/** In order: the engines of the later ones stand in the texts of the earlier ones, too. */
const BROWSERS = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const
const SYSTEMS = [
  [/Windows/, 'Windows'],
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const

/** Null where it said nothing. */
export function browserName(agent: string | null): string | null {
  if (agent === null) return null
  const [browser, system] = [BROWSERS, SYSTEMS].map(
    (known) => known.find(([pattern]) => pattern.test(agent))?.[1],
  )
  const names = [browser, system].filter((name) => name !== undefined)
  if (names.length > 0) return names.join(', ')
  return agent.trim() === '' ? null : agent.trim().slice(0, 60)
}
