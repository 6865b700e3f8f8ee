// SPDX-License-Identifier: MIT
// Draws the charts of a chart page from the JSON in the page, with Chart.js.
'use strict';
(() => {
  const charts = JSON.parse(document.getElementById('chart-data').textContent);
  const shapes = ['circle', 'rect', 'triangle', 'rectRot', 'rectRounded'];

  // Counts keep all of their digits: 16,384 rows are not 16,380.
  const number = (value) => value.toLocaleString(
    'en', Math.abs(value) < 1000 ? { maximumSignificantDigits: 4 } : { maximumFractionDigits: 0 });
  const bytes = (value) => {
    const unit = Math.min(Math.floor(Math.log2(Math.max(value, 1)) / 10), 4);
    return `${number(value / 1024 ** unit)} ${['B', 'KiB', 'MiB', 'GiB', 'TiB'][unit]}`;
  };
  const percent = (value) => `${number(value * 100)} %`;
  const formats = { number, bytes, percent };

  // The marks of a logarithmic axis that enclose the values: powers of two, or 1, 2 and 5 times
  // powers of ten.
  function marks(scale, low, high) {
    const mark = scale === 'doublings'
      ? (i) => 2 ** i
      : (i) => Number(`${[1, 2, 5][((i % 3) + 3) % 3]}e${Math.floor(i / 3)}`);
    const perOctave = scale === 'doublings' ? 1 : 3 / Math.log2(10);
    let first = Math.floor(Math.log2(low) * perOctave) - 2;
    while (mark(first + 1) <= low) ++first;
    let last = first + 1;
    while (mark(last) < high) ++last;
    const all = [];
    for (let i = first; i <= last; ++i) all.push(mark(i));
    return all;
  }

  function axis(description, series, key, colours) {
    const format = formats[description.format];
    const options = {
      title: { display: true, text: description.title, color: colours.text },
      grid: { color: colours.grid, borderColor: colours.faint },
      ticks: { color: colours.faint, callback: (value) => format(value), maxRotation: 0 },
    };
    if (description.scale === 'linear') {
      return { ...options, type: 'linear', beginAtZero: true };
    }
    const values = series.flatMap((one) => one.points.flatMap(
      (point) => (key === 'y' && point.low > 0 ? [point.low, point.y, point.high] : [point[key]])));
    if (values.length === 0) {
      return { ...options, type: 'logarithmic' };
    }
    const all = marks(description.scale, Math.min(...values), Math.max(...values));
    const step = Math.ceil(all.length / 12);
    const shown = all.filter((_, i) => i % step === 0).map((value) => ({ value }));
    return {
      ...options,
      type: 'logarithmic',
      min: all[0],
      max: all[all.length - 1],
      afterBuildTicks: (scale) => { scale.ticks = shown; },
    };
  }

  // A vertical bar from the low to the high value of each point that has them.
  const spreadBars = {
    id: 'spreadBars',
    beforeDatasetsDraw(chart) {
      const context = chart.ctx;
      chart.data.datasets.forEach((dataset, index) => {
        if (!chart.isDatasetVisible(index)) return;
        context.save();
        context.strokeStyle = dataset.borderColor;
        context.beginPath();
        for (const point of dataset.data) {
          if (point.low === undefined) continue;
          const x = chart.scales.x.getPixelForValue(point.x);
          context.moveTo(x, chart.scales.y.getPixelForValue(point.low));
          context.lineTo(x, chart.scales.y.getPixelForValue(point.high));
        }
        context.stroke();
        context.restore();
      });
    },
  };

  function datasets(series, colours) {
    let drawn = 0;
    return series.map((one) => {
      const index = one.reference ? 0 : drawn++;
      const colour = one.reference ? colours.faint : colours.series[index % colours.series.length];
      return {
        label: one.name,
        data: one.points,
        borderColor: colour,
        backgroundColor: colour,
        borderWidth: 2,
        borderDash: one.reference ? [6, 4] : [],
        pointStyle: one.reference ? 'line' : shapes[index % shapes.length],
        pointRadius: one.reference ? 0 : 4,
        pointHitRadius: 8,
      };
    });
  }

  function configuration(chart, colours) {
    const label = (item) => {
      const x = formats[chart.x.format](item.raw.x);
      const y = formats[chart.y.format](item.raw.y);
      return [`${chart.x.title}: ${x}`, `${chart.y.title}: ${y}`];
    };
    return {
      type: 'line',
      data: { datasets: datasets(chart.series, colours) },
      plugins: [spreadBars],
      options: {
        animation: false,
        responsive: true,
        maintainAspectRatio: false,
        scales: {
          x: axis(chart.x, chart.series, 'x', colours),
          y: axis(chart.y, chart.series, 'y', colours),
        },
        plugins: {
          legend: {
            position: 'bottom',
            labels: { usePointStyle: true, boxWidth: 8, boxHeight: 8, color: colours.text },
          },
          tooltip: {
            callbacks: {
              title: (items) => (items.length > 0 ? items[0].dataset.label : ''),
              label,
              afterLabel: (item) => item.raw.note,
            },
          },
        },
      },
    };
  }

  let drawn = [];
  function draw() {
    const style = getComputedStyle(document.documentElement);
    const value = (name) => style.getPropertyValue(name).trim();
    const colours = {
      text: value('--text'),
      faint: value('--faint'),
      grid: value('--grid'),
      series: value('--series').split(/\s+/),
    };
    drawn.forEach((one) => one.destroy());
    drawn = charts.map((chart, index) => new Chart(
      document.getElementById(`chart-${index}`), configuration(chart, colours)));
  }
  draw();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
})();
