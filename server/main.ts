// What releases before main.js were started by: their units and scripts go on to work.
import './main.js';
