// The script of the shop. Every page works without it: it makes search, basket and order quicker to use.
import { countBasket, sendInPlace, tell } from './basket.ts'
import { waitForNews } from './news.ts'
import { saveQuantities } from './quantities.ts'
import { suggestWhileTyping } from './suggestions.ts'

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-suggestions]'))
  suggestWhileTyping(form)
for (const form of document.querySelectorAll<HTMLFormElement>('form.add')) sendInPlace(form)
saveQuantities()
for (const place of document.querySelectorAll<HTMLElement>('[data-news]'))
  waitForNews(place.dataset['news'] ?? '')
// A second press of a button that has an answer on its way.
addEventListener('submit', ({ target }) => {
  if (!(target instanceof HTMLFormElement) || target.method !== 'post' || target.matches('.add')) return
  setTimeout(() => target.querySelectorAll('button').forEach((button) => (button.disabled = true)))
  tell(target.dataset['textUnderWay'] ?? '')
})
// Back from the next page: the buttons are good again, and nothing is under way.
addEventListener('pageshow', () => {
  tell('')
  document.querySelectorAll<HTMLButtonElement>('form button').forEach((button) => (button.disabled = false))
  void countBasket()
})
