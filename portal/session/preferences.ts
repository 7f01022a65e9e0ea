// Language and theme of a reader: a plain cookie of allow-listed values, else what the browser asks for.
import { Language } from '@pharmacy-relay/shared/texts/index.ts'
import { Theme } from '../views/theme.ts'
import { readCookie, setCookie } from './cookies.ts'

export interface Preferences {
  readonly language: Language
  readonly theme: Theme
}

const COOKIE = 'prefs'
const YEAR_S = 31_536_000

/** Each part that is missing or unknown falls back by itself: language to Accept-Language, theme to the system's. */
export function readPreferences(
  cookieHeader: string | undefined,
  acceptLanguage: string | undefined,
): Preferences {
  const [language, theme] = (readCookie(cookieHeader, COOKIE) ?? '').split('.')
  return {
    language: Language.safeParse(language).data ?? acceptedLanguage(acceptLanguage),
    theme: Theme.safeParse(theme).data ?? 'auto',
  }
}

export function preferencesCookie({ language, theme }: Preferences): string {
  return setCookie(COOKIE, `${language}.${theme}`, { maxAgeS: YEAR_S, httpOnly: true })
}

/** The best of our languages by the weights of Accept-Language; English when it names none. */
export function acceptedLanguage(header: string | undefined): Language {
  const wanted = (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.trim().split(';')
      const weight = parameters.map((part) => /^\s*q=([\d.]{1,5})\s*$/.exec(part)?.[1]).find(Boolean)
      return { language: Language.safeParse(tag.slice(0, 2).toLowerCase()).data, weight: Number(weight ?? 1) }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
  return wanted.find(({ language }) => language !== undefined)?.language ?? 'en'
}
