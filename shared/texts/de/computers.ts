// What people read about who may connect and as whom: presence, approval, moving, removing, copies. In German.
import { byCount } from './language.ts'
import type { ComputerTexts } from '../en/computers.ts'

const clients = (n: number) => byCount(n, `${n} Client druckt`, `${n} Clients drucken`)

export const computersDe: ComputerTexts = {
  degraded: 'Online, antwortet nicht',
  degradedAdvice: 'Die Verbindung steht, aber der Agent lässt Anfragen unbeantwortet.',
  reconnecting: 'Verbindet sich neu',
  reconnectingAdvice: 'Die Verbindung ist vor wenigen Sekunden abgebrochen.',
  clockAhead: (by) => `Uhr geht ${by} vor`,
  clockBehind: (by) => `Uhr geht ${by} nach`,
  clockAdvice: 'Die Uhr des Rechners geht falsch. Lassen Sie sein System die Zeit selbst stellen.',
  waiting: 'Wartet auf Freigabe',
  waitingAdvice: 'Er kam mit einem Kopplungscode und darf nichts, bis er freigegeben ist.',
  revoked: 'Zugang entzogen',
  revokedAdvice: 'Mit einem neuen Kopplungscode darf er wieder hinein.',
  waitingTitle: (n) => byCount(n, `${n} Rechner wartet auf Freigabe`, `${n} Rechner warten auf Freigabe`),
  waitingIntro:
    'Geben Sie einen Rechner nur frei, wenn ihn in der Apotheke gerade jemand gekoppelt hat und dort im Fenster unter „Apotheke“, oder mit „agent keys“, dieses Zertifikat steht.',
  approve: 'Freigeben',
  approved: 'Der Rechner ist freigegeben. Er verbindet sich innerhalb einer Minute von selbst.',
  onlyRoles: (roles) => `Das darf nur ${roles}.`,
  changed: 'Das war nicht mehr möglich: Jemand anderes war schneller. So ist es jetzt.',
  details: 'Einzelheiten',
  actions: 'Aktionen',
  name: 'Name im Panel',
  nameHint: (computer) => `Leer: ${computer}, wie der Rechner selbst heißt.`,
  nameFault: 'Das ist kein Name: eine Zeile mit höchstens 63 Zeichen.',
  renamed: 'Der Name ist gespeichert.',
  ownName: (computer) => `heißt selbst ${computer}`,
  labelsBegin: (letter) => `Etiketten ${letter}-1, ${letter}-2 …`,
  move: 'In eine andere Apotheke verschieben',
  moveSearch: 'Filialnummer oder Name der Apotheke',
  moveHint: 'Verschoben wird erst, wenn Sie es bestätigt haben.',
  search: 'Suchen',
  noSuchPharmacy: 'Keine andere Apotheke hat das in ihrer Filialnummer oder ihrem Namen.',
  moreMatch: (n) =>
    byCount(n, `${n} weitere passt. Geben Sie mehr ein.`, `${n} weitere passen. Geben Sie mehr ein.`),
  moveTitle: (computer, pharmacy) => `${computer} verschieben: ${pharmacy}`,
  moveLeaves: (from, to) => `Er verlässt ${from} und gehört dann zu ${to}.`,
  moveHolds:
    'Etiketten, die auf ihm warten, werden zurückgehalten: In der anderen Apotheke werden sie nicht gedruckt.',
  moveEndsRole: 'Seine Rolle endet: Er hat keine, bis er dort eine neue bekommt.',
  moveOffline: 'Er ist offline und erfährt es, wenn er wieder da ist.',
  moveBack: 'Er lässt sich ebenso zurückverschieben; seine Rolle muss dann neu vergeben werden.',
  moveConfirm: 'Verschieben',
  moved: 'Der Rechner gehört jetzt zu dieser Apotheke. Geben Sie ihm hier eine Rolle, wenn er drucken soll.',
  moveFull: 'Nichts wurde verschoben: Jene Apotheke hat keinen Platz für einen weiteren Rechner.',
  revoke: 'Zugang entziehen …',
  revokeEnds: 'Er wird innerhalb von 2 Sekunden getrennt und darf sich nicht mehr verbinden.',
  revokeKeeps: 'Seine Zeile, sein Name und seine Rolle bleiben, wie sie sind.',
  revokeUndo: 'Rückgängig machen Sie es mit „Zugang wiederherstellen“ beim Rechner.',
  revokeConfirm: 'Zugang jetzt entziehen',
  revokedNow: 'Der Zugang ist entzogen. Mit „Zugang wiederherstellen“ darf der Rechner wieder hinein.',
  restore: 'Zugang wiederherstellen',
  restoreAdvice:
    'Mit „Zugang wiederherstellen“ darf er mit Name und Rolle wieder hinein; er kommt innerhalb von 20 Minuten von selbst, sofort, wenn sein Agent neu gestartet wird. Mit einem neuen Kopplungscode, auf dem Rechner im Fenster des Agenten eingegeben, kommt er sofort.',
  restored:
    'Der Zugang ist wiederhergestellt. Der Rechner kommt innerhalb von 20 Minuten von selbst, sofort, wenn sein Agent neu gestartet wird.',
  remove: 'Entfernen …',
  removeEnds: 'Der Rechner wird innerhalb von 2 Sekunden getrennt und darf sich nicht mehr verbinden.',
  removeDeletes:
    'Sein Verlauf und seine Druckereinrichtung werden gelöscht. Das lässt sich nicht rückgängig machen.',
  removeBack: 'Mit einem neuen Kopplungscode kommt er als neuer Rechner zurück.',
  removeConfirm: 'Jetzt entfernen',
  removed: 'Der Rechner ist entfernt.',
  hasPrinter: (n) =>
    n === 0 ? 'Er ist der Druckrechner der Apotheke.' : `Er ist der Druckrechner: ${clients(n)} über ihn.`,
  conflictTitle: (computer) => `Zwei Rechner verwenden die Identität von ${computer}`,
  conflictIntro:
    'Meist wurde eine Festplatte kopiert. Der verbundene bleibt, der andere wird abgewiesen, bis einer von beiden eine neue Identität bekommt. Dieser erscheint dann als eigener Rechner ohne Rolle; der andere behält Namen, Rolle und Verlauf.',
  side: (computer) => `Einer von beiden: ${computer}`,
  localAddress: 'Lokale Adresse',
  publicAddress: 'Öffentliche Adresse',
  certificate: 'Zertifikat',
  isIn: 'verbunden',
  isOut: 'abgewiesen',
  seen: 'Gesehen',
  newIdentity: 'Diesem eine neue Identität geben',
  isLeaving: 'Er bekommt sie, wenn er sich das nächste Mal verbindet, innerhalb einer Minute.',
  otherIsLeaving: 'Der andere bekommt gerade eine neue Identität.',
  identityGiven: 'Der Rechner bekommt eine neue Identität und erscheint dann als eigener.',
  onlyOnline: (button) => `${button}: nur solange er online ist.`,
  offline:
    'Der Rechner ist offline und kann nicht gefragt werden. Prüfen Sie, ob er an ist und Internet hat.',
  silent:
    'Der Rechner hat nicht innerhalb von 10 Sekunden geantwortet. Prüfen Sie, ob er wach ist, und fragen Sie erneut.',
  refused: 'Der Rechner konnte das nicht ausführen.',
}
