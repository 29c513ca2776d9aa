import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Preloads the chunks of these routes, so that the navigation works offline. */
export function usePreloadRoutes(paths: readonly string[]): void {
  const router = useRouter()
  const key = paths.join(' ')
  useEffect(() => {
    const wanted = key.split(' ')
    for (const [path, route] of Object.entries(router.routesByPath)) {
      if (wanted.includes(path)) void Promise.resolve(router.loadRouteChunk(route)).catch(() => undefined)
    }
  }, [router, key])
}
