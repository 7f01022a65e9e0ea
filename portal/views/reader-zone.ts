// The time zone that a page writes its times in; UTC for what is rendered without one, which the browser script puts right.
import { createContext } from 'preact'

export const ReaderZone = createContext('UTC')
