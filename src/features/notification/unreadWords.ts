import { count } from '#src/ui/text/quantities.ts'

/** "1 non lue", "12 non lues", "99+ non lues": the server lists at most 100, so that there may be more. */
export function unreadWords(unread: number): string {
  return unread > 99 ? '99+\u00A0non lues' : count(unread, 'non lue', 'non lues')
}
