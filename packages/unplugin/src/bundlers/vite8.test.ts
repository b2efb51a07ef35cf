import { describeBundler } from '../testing/bundler-suite.test.support.js';

describeBundler('vite8');
