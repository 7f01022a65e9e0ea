// Which stories each run tells. The same story once more, in another language or at another display, waits for `npm run verify:campaigns`.

/** What Playwright is told of a story; scripts/tests.ts knows the tag. */
export function onceMore(isOnceMore: boolean): { readonly tag: string[] } {
  return { tag: isOnceMore ? ['@campaign'] : [] }
}
