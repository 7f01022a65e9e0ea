// Notifications of new support tasks and of messages of pharmacies, in this browser: only after a click, and only while nobody looks.

const KEPT = 'taskNotifications'

interface TaskNews {
  readonly taskId: number
  readonly what: string
  readonly by: string | null
}

/** Shows the switch where the browser has notifications; without a script there is none. */
export function notifyOfTasks(): void {
  const place = document.getElementById('task-notifications')
  if (place !== null && 'Notification' in window) showSwitch(place)
  document.addEventListener('task-news', (event) => {
    if (event instanceof CustomEvent) tell(event.detail as TaskNews)
  })
}

const isOn = (): boolean => localStorage.getItem(KEPT) === 'on' && Notification.permission === 'granted'

function showSwitch(place: HTMLElement): void {
  const button = place.querySelector('button')
  const said = place.querySelector('output')
  if (button === null || said === null) return
  const show = (): void => {
    button.textContent = place.getAttribute(isOn() ? 'data-text-stop' : 'data-text-ask')
    said.textContent = Notification.permission === 'denied' ? place.getAttribute('data-text-refused') : ''
    keepWords(place)
  }
  button.addEventListener('click', () => void change(show))
  show()
  place.hidden = false
}

async function change(show: () => void): Promise<void> {
  const wasOn = isOn()
  if (!wasOn) await Notification.requestPermission()
  localStorage.setItem(KEPT, wasOn ? 'off' : 'on')
  show()
}

/** Other pages hear of tasks, too, and have no words for them. */
function keepWords({ dataset }: HTMLElement): void {
  localStorage.setItem(`${KEPT}-new`, dataset['textNewTask'] ?? '')
  localStorage.setItem(`${KEPT}-message`, dataset['textNewMessage'] ?? '')
}

/** Of what staff did themselves nobody is told. One of a task takes the place of the one before, also from other tabs. */
function tell({ taskId, what, by }: TaskNews): void {
  if (!('Notification' in window) || !isOn() || !document.hidden || by !== null) return
  if (what !== 'new' && what !== 'message') return
  const words = localStorage.getItem(`${KEPT}-${what}`) ?? ''
  const notification = new Notification(words, { body: `T-${taskId}`, tag: `task-${taskId}` })
  notification.addEventListener('click', () => {
    window.focus()
    location.assign(`/support/tasks/${taskId}`)
  })
}
