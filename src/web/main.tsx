import './styles/tokens.css';
import './styles/base.css';
import './styles/ask.css';
import './styles/print.css';
import { type ComponentType, h, render } from 'preact';
import { ErrorBoundary } from 'preact-iso/lazy';
import { LocationProvider, Route, type RouteProps, Router } from 'preact-iso/router';
import { ROUTES } from './routes.ts';
import { placeLinks } from './state/place.ts';
import { applyPrefs } from './state/prefs.ts';
import { openSession } from './state/session.ts';
import { NotFound } from './views/not-found.tsx';
import { Shell } from './views/shell.tsx';

// Without keys: addresses of one view are one view, which keeps its state on the way from one to the other.
const routes = [
  ...Object.entries(ROUTES).map(([path, component]) =>
    h(Route as ComponentType<RouteProps<object>>, {
      path: path.replaceAll(/\{(\w+)\}/g, ':$1'),
      component,
    }),
  ),
  <Route default component={NotFound} />,
];

function Page() {
  return (
    <LocationProvider>
      <Shell>
        <ErrorBoundary>{h(Router, null, ...routes)}</ErrorBoundary>
      </Shell>
    </LocationProvider>
  );
}

const root = document.getElementById('app');
if (root) {
  placeLinks();
  if (!location.pathname.startsWith('/s/')) openSession();
  applyPrefs().then(() => render(<Page />, root));
}
