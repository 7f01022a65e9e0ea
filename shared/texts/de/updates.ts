// What people at a computer of a pharmacy read about its updates, in German.
import type { UpdatesTexts } from '../en/updates.ts'

export const updatesDe: UpdatesTexts = {
  title: 'Updates',
  version: (version) => `Version ${version}`,
  steps: {
    off: 'Nach Updates wird nicht gesucht.',
    idle: 'Soweit bekannt, ist dieser Rechner auf dem neuesten Stand.',
    checking: 'Es wird nach einem Update gesucht.',
    fetching: 'Ein Update wird geladen. Der Etikettendruck läuft weiter.',
    waiting: 'Ein Update liegt bereit. Es wird übernommen, sobald kein Etikett gesendet wird.',
    switching: 'Die Version wird gewechselt. Das dauert einige Sekunden.',
    proving:
      'Die neue Version läuft und muss den Hub innerhalb von 5 Minuten erreichen, sonst kommt die vorige zurück.',
  },
  off: {
    no_launcher: 'Das Programm wurde von Hand gestartet. Updates übernimmt nur der installierte Dienst.',
    no_key: 'Dieses Programm kennt keinen Herausgeber, dessen Updates es vertrauen könnte.',
    no_address: 'Es ist keine Adresse für Updates festgelegt (Einstellung UpdateUrl).',
    other: 'Updates werden nicht gesucht, aus einem Grund, den diese Version nicht kennt.',
  },
  faults: {
    unreachable: 'Der Update-Server ist nicht erreichbar. Er wird von selbst erneut gefragt.',
    unsigned:
      'Das Update ist nicht vom Herausgeber signiert und wurde abgelehnt. Sagen Sie dem Support Bescheid.',
    not_understood:
      'Die Liste der Updates hat eine Form, die diese Version nicht kennt. Installieren Sie die neueste Version von Hand.',
    older:
      'Der Server bietet eine ältere Version an, als dieser Rechner schon einmal hatte. Sie wurde abgelehnt.',
    changed:
      'Dieselbe Version wurde mit anderem Inhalt angeboten. Sie wurde abgelehnt. Sagen Sie dem Support Bescheid.',
    other_platform: 'Das Update ist für eine andere Art von Rechner.',
    needs_installer:
      'Dieses Update braucht einmal das Installationsprogramm. Installieren Sie die neueste Version von Hand.',
    damaged: 'Das Update ist unvollständig oder beschädigt angekommen. Es wird von selbst erneut geladen.',
    disk_full:
      'Auf dem Datenträger ist nicht genug Platz für das Update. Schaffen Sie Platz: Danach wird es von selbst erneut geladen.',
    not_kept:
      'Das Update konnte nicht auf den Datenträger geschrieben werden. Es wird von selbst erneut versucht.',
    labels_busy: 'Das Senden eines Etiketts dauerte zu lange. Das Update wird von selbst erneut versucht.',
    not_started: 'Die neue Version ist nicht gestartet, deshalb läuft die vorige.',
    not_online: 'Die neue Version hat den Hub nicht erreicht, deshalb läuft die vorige.',
    left: 'Jemand ist an diesem Rechner zur vorigen Version zurückgekehrt.',
    withdrawn: 'Der Herausgeber hat die neue Version zurückgezogen, deshalb läuft die vorige.',
    other: 'Das Update kam nicht zustande, aus einem Grund, den diese Version nicht kennt.',
  },
  offered: (version) => `Version ${version} wird angeboten.`,
  notYetHere: (percent) => `Sie kommt zuerst auf ${percent} von 100 Rechnern; dieser folgt später.`,
  fetched: (percent) => `${percent} % geladen.`,
  lastCheck: (time) => `Zuletzt gesucht: ${time}.`,
  nextCheck: (time) => `Nächste Suche: ${time}.`,
  check: 'Jetzt nach Updates suchen',
  back: (version) => `Zurück zu Version ${version}`,
  backSure: (version) =>
    `Zurück zu Version ${version}? Die jetzige Version kommt dann nicht von selbst wieder, erst die nächste neuere.`,
  ask: {
    button: 'Jetzt aktualisieren',
    again: 'Noch einmal suchen',
    title: (computer) => `Update von ${computer}`,
    intro:
      'Der Rechner sucht nach einem Update und übernimmt es von selbst, sobald kein Etikett gesendet wird.',
    underWay: 'Der Rechner sucht nach einem Update. Das dauert höchstens 10 Sekunden.',
  },
}
