import { render } from 'preact';
import { connect } from './api/studio.js';
import { takeToken } from './api/token.js';
import { App, NoToken } from './app.js';
import { showScheme } from './look/scheme.js';
import { followAddress } from './routes/navigation.js';

const token = takeToken({ location, history, storage: sessionStorage });
const place = document.getElementById('app');
showScheme();
if (place !== null && token === undefined) render(<NoToken />, place);
if (place !== null && token !== undefined) {
  followAddress();
  connect(token);
  render(<App />, place);
}
