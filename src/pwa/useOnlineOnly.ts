import { useOnline } from './serviceWorkerClient.ts'

/**
 * Properties of a button whose action needs the network: without it the button is disabled and its title says why, as
 * the bar of every page does.
 */
export function useOnlineOnly(): { readonly disabled: boolean; readonly title: string | undefined } {
  const online = useOnline()
  return { disabled: !online, title: online ? undefined : 'Vous êtes hors ligne' }
}
