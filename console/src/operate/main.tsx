import { start } from '../start.js';
import { OperateApp } from './operate-app.js';

start(<OperateApp />);
