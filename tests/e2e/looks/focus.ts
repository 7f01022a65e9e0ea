// By keyboard alone: what can be pressed on a page is reached by Tab, and is seen to have the focus.
import type { Page } from '@playwright/test'

const PRESSABLE =
  'a[href], button:enabled, input:enabled:not([type="hidden"]), select:enabled, textarea:enabled, summary'
/** A field for a date has a stop for each of its parts. */
const STOPS_EACH = 4

/** What Tab does not reach, and what shows nothing when it has the focus; each with its words. */
export async function focusFaults(page: Page, name: string): Promise<string[]> {
  const pressable = await page.evaluateHandle(visiblePressable, PRESSABLE)
  const count = await pressable.evaluate(({ length }) => length)
  const reached = new Set<number>()
  const faults: string[] = []
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  for (let stop = 0; stop < count * STOPS_EACH && reached.size < count; stop += 1) {
    await page.keyboard.press('Tab')
    const { place, isSeen } = await pressable.evaluate(focused)
    if (place === -1 || reached.has(place)) continue
    reached.add(place)
    if (!isSeen) faults.push(`${name}: no sign of the focus: ${await pressable.evaluate(wordsAt, place)}`)
  }
  for (let place = 0; place < count; place += 1)
    if (!reached.has(place))
      faults.push(`${name}: not reached by Tab: ${await pressable.evaluate(wordsAt, place)}`)
  await pressable.dispose()
  return faults
}

/** Of radio buttons of one name the one that Tab goes to. */
function visiblePressable(selector: string): HTMLElement[] {
  const all = [...document.querySelectorAll<HTMLElement>(selector)].filter(
    (one) =>
      one.tabIndex >= 0 && one.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true }),
  )
  return all.filter((one) => {
    if (!(one instanceof HTMLInputElement) || one.type !== 'radio') return true
    const group = all.filter(
      (other): other is HTMLInputElement =>
        other instanceof HTMLInputElement &&
        other.type === 'radio' &&
        other.name === one.name &&
        other.form === one.form,
    )
    return one === (group.find(({ checked }) => checked) ?? group[0])
  })
}

function focused(all: readonly HTMLElement[]): { place: number; isSeen: boolean } {
  const one = document.activeElement
  if (!(one instanceof HTMLElement)) return { place: -1, isSeen: true }
  const shows = (element: Element): boolean => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
  }
  const label = one instanceof HTMLInputElement ? [...(one.labels ?? [])] : []
  return { place: all.indexOf(one), isSeen: [one, ...label].some(shows) }
}

function wordsAt(all: readonly HTMLElement[], place: number): string {
  return (all[place]?.outerHTML ?? '').slice(0, 120)
}
