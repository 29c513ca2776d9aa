import { MessagePage } from './MessagePage.tsx'

/** An address that leads nowhere. @param data why, where the route knows */
export function NotFoundPage({ data }: { data?: unknown }) {
  if (typeof data === 'string') return <MessagePage title={data} />
  return <MessagePage title="Page introuvable">Cette page n'existe pas, ou elle n'existe plus.</MessagePage>
}
