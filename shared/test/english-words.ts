// For tests of pages in other languages: words that only English has, so that a sentence which was not translated is found.

const ENGLISH =
  /\b(the|are|of|and|for|this|that|have|has|with|you|your|from|its|cannot|nothing|which|when)\b/i

/** Those of the texts that say something in English; `known`: what is quoted as somebody or something else said it. */
export function englishTexts(texts: Iterable<string>, known: readonly string[] = []): string[] {
  return [...new Set(texts)].filter((text) => {
    const own = known.reduce((rest, quoted) => rest.replaceAll(quoted, ''), text)
    return ENGLISH.test(own)
  })
}
